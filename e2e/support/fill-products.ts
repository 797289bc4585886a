import { eq, inArray } from 'drizzle-orm';
import { filterTemplates, filterValues } from '#server/filters/tables.ts';
import { rebuildSearch } from '#server/listing/touch-products.ts';
import { productPictures, products, relatedProducts } from '#server/products/tables.ts';
import { reviews } from '#server/reviews/tables.ts';
import { loadSafeHtml } from '#server/safe-html.ts';
import { productSuggestions } from '#server/suggestions/tables.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { bundleItems, type variants } from '#server/variants/tables.ts';
import { parseLength } from '#shared/rules/dimensions.ts';
import type { Dimensions } from '#shared/schemas/products.ts';
import { openShop } from './open-shop.ts';
import { PRODUCTS } from './product-ids.ts';

type NewVariant = Partial<typeof variants.$inferInsert>;
type NewProduct = Partial<typeof products.$inferInsert>;

const database = await openShop();
const { db } = database;
const safeHtml = await loadSafeHtml();

async function make(_id: string, product: NewProduct, kinds: NewVariant[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [position, variant] of kinds.entries()) {
    const { variantId } = await makeVariant(
      db,
      { position, ...variant },
      { vendor: 'Harrow & Pike', ...product, _id },
    );
    ids.push(variantId);
  }
  return ids;
}

function lengths(written: Partial<Record<keyof Dimensions, string>>): Dimensions {
  const parsed = Object.entries(written).map(([name, text]) => [name, parseLength(text)]);
  return Object.fromEntries(parsed) as Dimensions;
}

const options = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

async function makePull(): Promise<string[]> {
  const made = [
    ['Satin Nickel', '3-3/4"', 'MW-375-SN', 40],
    ['Satin Nickel', '5-1/16"', 'MW-506-SN', 12],
    ['Matte Black', '3-3/4"', 'MW-375-MB', 25],
    ['Matte Black', '5-1/16"', 'MW-506-MB', 0],
    ['Satin Brass', '3-3/4"', 'MW-375-SB', 7],
  ] as const;
  const ids = await make(
    PRODUCTS.pull,
    {
      title: 'Marlow Bar Pull',
      type: 'Pull',
      image: '/art/bar-pull-satin-nickel',
      description: safeHtml(
        '<p>A solid bar on <b>two posts</b>.</p><ul><li>Two screws are in the bag</li></ul>',
      ),
      relatedProductText: 'Screws that fit it',
      options: [
        { name: 'Finish', values: ['Satin Nickel', 'Matte Black', 'Satin Brass'] },
        { name: 'Center to center', values: ['3-3/4"', '5-1/16"'] },
      ],
    },
    made.map(([finish, center, productNum, stock]) => ({
      productNum,
      stock,
      price: usd(6),
      msrp: usd(8),
      wholeSaleQtyOne: 10,
      wholeSalePriceOne: usd(5.4),
      wholeSaleQtyTwo: 50,
      wholeSalePriceTwo: usd(4.5),
      image: `/art/bar-pull-${finish.toLowerCase().replace(' ', '-')}`,
      oz: 3.2,
      options: options({ Finish: finish, 'Center to center': center }),
      dimensions: lengths({ centerToCenter: center, projection: '1-3/8"' }),
    })),
  );
  const views = [
    'bar-pull-satin-nickel',
    'bar-pull-matte-black',
    'bar-pull-satin-brass',
    'cup-pull-satin-brass',
  ];
  await db
    .insert(productPictures)
    .values(views.map((name, position) => ({ product: PRODUCTS.pull, position, path: `/art/${name}` })));
  return ids;
}

async function makeOthers(pulls: string[]): Promise<void> {
  await make(
    PRODUCTS.slide,
    { title: 'Tollgate Slide', type: 'Slide', variantLayout: 1, options: [{ name: 'Length', values: [] }] },
    Array.from({ length: 14 }, (_, index) => ({
      productNum: `TG-${12 + index}`,
      price: usd(20 + index),
      options: options({ Length: `${12 + index}"` }),
    })),
  );
  await make(
    PRODUCTS.knob,
    {
      title: 'Ridley Beehive Knob',
      type: 'Knob',
      options: [{ name: 'Finish', values: ['Brass', 'Pewter'] }],
    },
    [
      { productNum: 'RB-K-PB', variantGroup: 'Knob alone', options: options({ Finish: 'Brass' }) },
      { productNum: 'RB-K-PW', variantGroup: 'Knob alone', options: options({ Finish: 'Pewter' }) },
      {
        productNum: 'RB-R-PB',
        variantGroup: 'With backplate',
        options: options({ Finish: 'Brass' }),
        price: usd(12),
      },
    ],
  );
  const [bag = ''] = await make(PRODUCTS.screw, { title: 'Truss Head Screw', type: 'Accessory' }, [
    { productNum: 'TS-25', price: usd(3.5), pieceSize: 25, stock: 500 },
  ]);
  const [set = ''] = await make(PRODUCTS.set, { title: 'Marlow Bath Set', type: 'Set', isBundle: true }, [
    { productNum: 'SET-MW', price: usd(27.9), isBundle: true, bundleDiscountPer: 10 },
  ]);
  await db.insert(bundleItems).values([
    { bundle: set, variant: pulls[0] ?? '', quantity: 4, position: 0 },
    { bundle: set, variant: bag, quantity: 2, position: 1 },
  ]);
  await make(PRODUCTS.draft, { title: 'Not yet', publish: false }, [{ productNum: 'DRAFT-1' }]);
  await db.insert(relatedProducts).values({ product: PRODUCTS.pull, related: PRODUCTS.screw, position: 0 });
  await db.insert(productSuggestions).values(
    [PRODUCTS.knob, PRODUCTS.slide, PRODUCTS.set].map((suggestion, position) => ({
      product: PRODUCTS.pull,
      suggestion,
      position,
    })),
  );
}

const MARKUP = '</script><img src=x onerror="window.hit=1"><b>Bold</b>';

async function makeMarkup(): Promise<void> {
  await make(
    PRODUCTS.markup,
    {
      title: `Knob ${MARKUP}`,
      description: safeHtml(`<p>Fine</p><script>window.hit=2</script><img src=x onerror="window.hit=3">`),
      options: [{ name: MARKUP, values: [`${MARKUP} 1`, `${MARKUP} 2`] }],
      // Without a file behind it.
      image: '/art/nothing-there',
    },
    [1, 2].map(nth => ({
      productNum: `XX-${nth}<i>`,
      label: '<u>New</u>',
      options: options({ [MARKUP]: `${MARKUP} ${nth}` }),
    })),
  );
}

async function addReviews(): Promise<void> {
  for (let nth = 0; nth < 8; nth++) {
    const user = await makeUser(db, { name: `Ada Carver${nth}` });
    await db.insert(reviews).values({
      product: nth < 7 ? PRODUCTS.pull : PRODUCTS.markup,
      user: user._id,
      rating: nth === 0 ? 2 : 5,
      title: nth < 7 ? `Review ${nth}` : MARKUP,
      text: nth < 7 ? 'Feels solid in the hand.' : `${MARKUP}<script>window.hit=4</script>`,
      createdAt: `2026-0${nth + 1}-03T12:00:00.000Z`,
    });
  }
  await db
    .update(products)
    .set({ averageRating: 4.57, reviewCount: 7 })
    .where(eq(products._id, PRODUCTS.pull));
  await db
    .update(products)
    .set({ averageRating: 5, reviewCount: 1 })
    .where(inArray(products._id, [PRODUCTS.markup]));
}

async function addFinishes(): Promise<void> {
  const [finish] = await db.insert(filterTemplates).values({ name: 'Finish' }).returning();
  if (!finish) throw new Error('no filter was made');
  await db.insert(filterValues).values([
    { template: finish._id, label: 'Satin Nickel', hex: '#b8b0a4', position: 0 },
    { template: finish._id, label: 'Matte Black', hex: '#232426', position: 1 },
    { template: finish._id, label: 'Satin Brass', hex: '#c2a068', position: 2 },
  ]);
}

await makeOthers(await makePull());
await makeMarkup();
await addReviews();
await addFinishes();
await rebuildSearch(db);
await database.close();
