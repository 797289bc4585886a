import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Db, rows } from '#server/database/db.ts';
import { contains } from '#server/database/like.ts';
import { type PricedCustomer, type PriceFacts, priceFacts } from '#server/variants/price-facts.ts';
import { type Money, toMoney } from '#shared/rules/money.ts';
import { unitPrice } from '#shared/rules/pricing.ts';
import { sellableStock } from '#shared/rules/stock.ts';
import type { companyProductsSchema, SpecialVariant } from '#shared/schemas/companies.ts';

type CompanyProducts = z.infer<typeof companyProductsSchema>;

interface FoundProduct {
  _id: string;
  title: string;
  image: string | null;
  vendor: string | null;
  variants: { variant: string; cents: number; partNumber: string }[];
  total: number;
}

/**
 * Lists the special-priced items of a company, and the reader's own, that are sold: by product, in the order of their
 * titles. `search` is found in titles, our numbers and the company's own. Two statements, however many there are.
 */
export async function companyProducts(
  db: Db,
  { company, user }: PricedCustomer & { company: string },
  { search = '', page, limit }: { search?: string | undefined; page: number; limit: number },
): Promise<CompanyProducts> {
  const found = await findProducts(db, { company, user }, { search, page, limit });
  const ids = found.flatMap(product => product.variants.map(({ variant }) => variant));
  const { facts, terms } = await priceFacts(db, ids, { user, company });
  return {
    products: found.map(({ _id, title, image, vendor, variants }) => ({
      _id,
      title,
      image,
      vendor,
      variants: variants.flatMap(({ variant, cents, partNumber }) => {
        const known = facts.get(variant);
        if (!known) return [];
        const priced = unitPrice({ ...known, ...terms, quantity: 1 });
        return [{ ...describe(known, partNumber), ...priced, specialPrice: toMoney(cents) }];
      }),
    })),
    total: found[0]?.total ?? (await countProducts(db, { company, user }, search)),
  };
}

/** One price of a company's list. */
export interface AgreedPrice {
  productNum: string;
  partNumber: string;
  name: string;
  vendor: string;
  price: Money;
  originalPrice: Money;
}

/** Made once: `localeCompare` would make a collator for each two numbers. */
const byNumber = new Intl.Collator('en', { numeric: true }).compare;

/** Everything that a company has a special price of, by our number: what its price list is printed from. */
export async function agreedPrices(
  db: Db,
  { company, user }: PricedCustomer & { company: string },
): Promise<AgreedPrice[]> {
  const found = rows<{ variant: string }>(
    await db.execute(sql`select distinct s.variant::text as variant ${specialsOf({ company, user })}`),
  );
  const ids = found.map(({ variant }) => variant);
  const { facts, terms } = await priceFacts(db, ids, { user, company });
  return [...facts.values()]
    .filter(({ available }) => available)
    .map(known => {
      const { price, originalPrice } = unitPrice({ ...known, ...terms, quantity: 1 });
      const { productNum, partNumber, name, vendor } = known;
      return { productNum, partNumber, name, vendor: vendor ?? '', price, originalPrice };
    })
    .sort((a, b) => byNumber(a.productNum, b.productNum));
}

function describe(
  known: PriceFacts,
  partNumber: string,
): Omit<SpecialVariant, 'price' | 'originalPrice' | 'priceSource' | 'specialPrice'> {
  const { variantId, productNum, name, image, pieceSize } = known;
  const stock = sellableStock(known);
  return {
    _id: variantId,
    productNum,
    name,
    image,
    pieceSize,
    partNumber,
    stock: stock ?? known.stock,
    unlimited: stock === null,
  };
}

const specialsOf = ({ company, user }: PricedCustomer & { company: string }) =>
  sql`from special_prices s where (s.company = ${company}::uuid or s."user" = ${user}::uuid)`;

/** Selects what shoppers may see of what has a special price. */
function soldItems(owner: PricedCustomer & { company: string }, search: string) {
  const pattern = contains(search);
  // The array keeps the planner from reading every variant of the shop for the few hundred that are asked for.
  return sql`
    from (select s.variant, s.price ${specialsOf(owner)}) s
    join variants v on v.id = s.variant and v.deleted_at is null
      and v.id = any(array(select s.variant ${specialsOf(owner)}))
    join products p on p.id = v.product_id and p.publish and p.deleted_at is null
    left join part_numbers n on n.variant = v.id and n.company = ${owner.company}::uuid
    where (${search} = '' or p.title ilike ${pattern} or v.product_num ilike ${pattern}
        or n.part_number ilike ${pattern})`;
}

async function findProducts(
  db: Db,
  owner: PricedCustomer & { company: string },
  { search, page, limit }: { search: string; page: number; limit: number },
): Promise<FoundProduct[]> {
  return rows<FoundProduct>(
    await db.execute(sql`
      with items as (
        select v.id as variant, v.product_id as product, v.product_num, min(s.price)::int as cents,
          coalesce(min(n.part_number), '') as part_number
        ${soldItems(owner, search)} group by v.id)
      select p.id::text as _id, p.title, p.image, p.vendor, count(*) over ()::int as total,
        json_agg(json_build_object('variant', i.variant, 'cents', i.cents, 'partNumber', i.part_number)
          order by i.product_num) as variants
      from items i join products p on p.id = i.product
      group by p.id order by lower(p.title), p.id
      limit ${limit}::int offset ${(page - 1) * limit}::int`),
  );
}

/** For a page behind the last one, which has no row to say it. */
async function countProducts(
  db: Db,
  owner: PricedCustomer & { company: string },
  search: string,
): Promise<number> {
  const [counted] = rows<{ total: number }>(
    await db.execute(sql`select count(distinct p.id)::int as total ${soldItems(owner, search)}`),
  );
  return counted?.total ?? 0;
}
