import { v7 as uuidv7 } from 'uuid';
import { filterTemplates, filterValues } from '#server/filters/tables.ts';
import { rebuildSearch } from '#server/listing/touch-products.ts';
import { products, productTags } from '#server/products/tables.ts';
import { ensureTags, tagKey } from '#server/tags/ensure-tags.ts';
import { usd } from '#server/test/factories.ts';
import { variants } from '#server/variants/tables.ts';
import { vendors } from '#server/vendors/tables.ts';
import { parseLength } from '#shared/rules/dimensions.ts';
import { openShop } from './open-shop.ts';

/** Knobs and bar pulls in four finishes for the search's journeys; each product lacks one, and brass is dearer. */
const FINISHES = [
  { name: 'Satin Nickel', hex: '#c0c0b8', art: 'satin-nickel', code: 'SN' },
  { name: 'Matte Black', hex: '#202020', art: 'matte-black', code: 'MB' },
  { name: 'Satin Brass', hex: '#b8974f', art: 'satin-brass', code: 'SB' },
  { name: 'Polished Brass', hex: '#d9b24a', art: 'polished-brass', code: 'PB' },
];
const CENTERS = ['3" (76 mm)', '3-3/4" (96 mm)', '5-1/16" (128 mm)'];
const EACH = 12;

const database = await openShop();
const { db } = database;

for (const [order, [name, labels]] of Object.entries({
  Finish: FINISHES.map(({ name: label, hex }) => ({ label, hex })),
  'Center to center': CENTERS.map(label => ({ label, hex: null })),
}).entries()) {
  const [template] = await db.insert(filterTemplates).values({ name, order }).returning();
  if (!template) throw new Error('no filter was made');
  await db
    .insert(filterValues)
    .values(labels.map((label, position) => ({ ...label, template: template._id, position })));
}

await db.insert(vendors).values({ name: 'Rowan' });
const tags = await ensureTags(db, [
  { type: 'Category', name: 'Rowan knobs' },
  { type: 'Category', name: 'Rowan pulls' },
]);
for (const kind of ['Knob', 'Pull'] as const) {
  for (let n = 1; n <= EACH; n++) {
    const nth = String(n).padStart(2, '0');
    const _id = uuidv7();
    const art = kind === 'Knob' ? 'ring-knob' : 'bar-pull';
    const title = kind === 'Knob' ? `Rowan Ring Knob ${nth}` : `Rowan Bar Pull ${nth}`;
    await db
      .insert(products)
      .values({ _id, title, type: kind, publish: true, vendor: 'Rowan', image: `/art/${art}-satin-nickel` });
    const tag = tags.get(tagKey({ type: 'Category', name: `Rowan ${kind.toLowerCase()}s` })) ?? '';
    await db.insert(productTags).values({ product: _id, tag });
    const finishes = FINISHES.filter((_, index) => index !== n % FINISHES.length);
    const sizes = kind === 'Knob' ? [null] : [CENTERS[n % 3], CENTERS[(n + 1) % 3]];
    const all = sizes.flatMap(size => finishes.map(finish => ({ size, finish })));
    await db.insert(variants).values(
      all.map(({ size, finish }, position) => {
        const length = size ? parseLength(size.slice(0, size.indexOf(' ('))) : null;
        return {
          product_id: _id,
          position,
          vendor: 'Rowan',
          productNum: `R${kind.charAt(0)}${nth}-${size ? Math.floor(length?.mm ?? 0) : 30}-${finish.code}`,
          price: usd(finish.name.includes('Brass') ? 9 : 6),
          stock: 20,
          image: `/art/${art}-${finish.art}`,
          options: [
            { name: 'Finish', value: finish.name },
            ...(size ? [{ name: 'Center to center', value: size }] : []),
          ],
          dimensions: length ? { centerToCenter: length } : {},
        };
      }),
    );
  }
}
await rebuildSearch(db);
await database.close();
