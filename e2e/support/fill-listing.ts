import { v7 as uuidv7 } from 'uuid';
import { filterTemplates, filterValues } from '#server/filters/tables.ts';
import { rebuildSearch } from '#server/listing/touch-products.ts';
import { productPictures, products, productTags } from '#server/products/tables.ts';
import { ensureTags, tagKey } from '#server/tags/ensure-tags.ts';
import { usd } from '#server/test/factories.ts';
import { variants } from '#server/variants/tables.ts';
import { vendors } from '#server/vendors/tables.ts';
import { openShop } from './open-shop.ts';

/** 120 pulls of twelve makers in twelve finishes, three a pull, for the listing's journeys. */
const PULLS = 120;
const FINISHES = 12;
const MAKERS = Array.from({ length: 12 }, (_, index) => `Maker ${String.fromCharCode(65 + index)}`);
const CENTERS = [
  { text: '3-3/4"', mm: 95.25, unit: 'in' },
  { text: '96 mm', mm: 96, unit: 'mm' },
  { text: '128 mm', mm: 128, unit: 'mm' },
] as const;
/** The finishes that have pictures. */
const DRAWN = ['satin-nickel', 'matte-black', 'satin-brass'];

const database = await openShop();
const { db } = database;

const finishName = (index: number) => `Finish ${String((index % FINISHES) + 1).padStart(2, '0')}`;
const picture = (index: number) => `/art/bar-pull-${DRAWN[index % DRAWN.length]}`;
const number = (index: number) => String(index + 1).padStart(3, '0');

await db.insert(vendors).values(MAKERS.map(name => ({ name })));
const [template] = await db.insert(filterTemplates).values({ name: 'Finish' }).returning();
if (!template) throw new Error('no filter was made');
await db.insert(filterValues).values(
  Array.from({ length: FINISHES }, (_, index) => ({
    template: template._id,
    label: finishName(index),
    hex: `#${((index + 2) * 0x131313).toString(16).padStart(6, '0')}`,
    position: index,
  })),
);

const made = Array.from({ length: PULLS }, (_, index) => ({
  _id: uuidv7(),
  title: `Larch Pull ${number(index)}`,
  type: 'Pull',
  publish: true,
  sale: index === 0,
  vendor: MAKERS[index % MAKERS.length] ?? null,
  image: picture(index),
  averageRating: index === 0 ? 4.5 : 0,
  reviewCount: index === 0 ? 12 : 0,
}));
const secret = { ...made[0], _id: uuidv7(), title: 'Larch Pull Secret', publish: false };
await db.insert(products).values([...made, secret]);
await db.insert(variants).values(
  [...made, secret].flatMap((product, index) =>
    [0, 1, 2].map(nth => {
      const center = CENTERS[index % CENTERS.length] ?? CENTERS[0];
      return {
        product_id: product._id,
        vendor: product.vendor,
        productNum: `LP-${number(index)}-${nth}`,
        position: nth,
        price: usd(5 + index + nth * 10),
        msrp: index === 0 ? usd(9) : null,
        label: index === 0 ? 'Sale' : '',
        wholeSaleQtyOne: 25,
        wholeSalePriceOne: usd(4 + index),
        stock: (index + nth) % 5 === 0 ? 0 : 10 + nth,
        image: picture(index + nth),
        options: [
          { name: 'Finish', value: finishName(index + nth) },
          { name: 'Center to center', value: center.text },
        ],
        dimensions: { centerToCenter: { mm: center.mm, unit: center.unit } },
      };
    }),
  ),
);
await db
  .insert(productPictures)
  .values(made.map(({ _id, image }) => ({ product: _id, position: 0, path: `${image}-side` })));
const wanted = { type: 'Subcategory' as const, category: 'Pulls', name: 'Larch pulls' };
const tags = await ensureTags(db, [wanted]);
await db
  .insert(productTags)
  .values(made.map(({ _id }) => ({ product: _id, tag: tags.get(tagKey(wanted)) ?? '' })));
await rebuildSearch(db);
await database.close();
