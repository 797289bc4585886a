import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import type { ProductDraft } from '#server/imports/catalogue.ts';
import type { ProductRow } from '#server/products/store-products.ts';
import { productPictures, products } from '#server/products/tables.ts';
import { lockVariants } from '#server/variants/stock.ts';
import type { VariantRow } from '#server/variants/store-variants.ts';
import { variants } from '#server/variants/tables.ts';
import type { TagType } from '#shared/enumerations.ts';

type PictureRow = typeof productPictures.$inferSelect;

export interface StandingTag {
  product: string;
  tag: string;
  type: TagType;
}

/** All that the shop holds of the products and variants that drafts speak of, locked until the transaction ends. */
export interface Standing {
  productsByKey: Map<string, ProductRow>;
  productsById: Map<string, ProductRow>;
  /** By product number in lower case. */
  variantsByNumber: Map<string, VariantRow>;
  variantsByProduct: Map<string, VariantRow[]>;
  tagsByProduct: Map<string, StandingTag[]>;
  picturesByProduct: Map<string, PictureRow[]>;
}

/** Imports wait for each other: two of one file must not both find a product missing. */
const IMPORT_LOCK = 4_711_001;

export async function readStanding(tx: Db, drafts: readonly ProductDraft[]): Promise<Standing> {
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`);
  const keys = sql.param(drafts.map(draft => draft.key));
  const numbers = sql.param(
    drafts.flatMap(draft => draft.variants.map(variant => variant.productNum.toLowerCase())),
  );
  // A deleted product is not brought back; its key is free for a new one.
  await tx.execute(sql`
    update products set import_key = null where import_key = any(${keys}::text[]) and deleted_at is not null`);
  const ids = rows<{ product: string | null; variant: string | null }>(
    await tx.execute(sql`
      with found as (
        select p.id from products p where p.import_key = any(${keys}::text[]) and p.deleted_at is null
        union select v.product_id from variants v
        where lower(v.product_num) = any(${numbers}::text[]) and v.deleted_at is null)
      select f.id::text as product, v.id::text as variant
      from found f left join variants v on v.product_id = f.id and v.deleted_at is null
      union
      select null, v.id::text from variants v
      where lower(v.product_num) = any(${numbers}::text[]) and v.deleted_at is null and v.product_id is null`),
  );
  return readLocked(tx, distinct(ids.map(row => row.product)), distinct(ids.map(row => row.variant)));
}

async function readLocked(tx: Db, productIds: string[], variantIds: string[]): Promise<Standing> {
  const ofProducts = sql`${sql.param(productIds)}::uuid[]`;
  await lockVariants(tx, variantIds);
  const foundProducts =
    productIds.length === 0
      ? []
      : await tx
          .select()
          .from(products)
          .where(sql`${products._id} = any(${ofProducts})`)
          .orderBy(products._id)
          .for('update');
  const foundVariants =
    variantIds.length === 0
      ? []
      : await tx
          .select()
          .from(variants)
          .where(
            sql`${variants._id} = any(${sql.param(variantIds)}::uuid[]) and ${variants.deletedAt} is null`,
          )
          .orderBy(variants.position, variants._id);
  const foundPictures =
    productIds.length === 0
      ? []
      : await tx
          .select()
          .from(productPictures)
          .where(sql`${productPictures.product} = any(${ofProducts})`)
          .orderBy(productPictures.position, productPictures._id);
  const foundTags = rows<StandingTag>(
    await tx.execute(sql`
      select l.product::text as product, l.tag::text as tag, t.type from product_tags l join tags t on t.id = l.tag
      where l.product = any(${ofProducts}) order by l.product, l.position`),
  );
  return {
    productsByKey: new Map(foundProducts.flatMap(row => (row.importKey ? [[row.importKey, row]] : []))),
    productsById: new Map(foundProducts.map(row => [row._id, row])),
    variantsByNumber: new Map(foundVariants.map(row => [row.productNum.toLowerCase(), row])),
    variantsByProduct: grouped(foundVariants, row => row.product_id ?? ''),
    tagsByProduct: grouped(foundTags, row => row.product),
    picturesByProduct: grouped(foundPictures, row => row.product),
  };
}

const distinct = (ids: (string | null)[]) => [...new Set(ids.filter(id => id !== null))];

function grouped<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
