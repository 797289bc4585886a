import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { lockCompany } from '#server/companies/reach-company.ts';
import { partNumbers } from '#server/companies/tables.ts';
import { type Db, retrying, rows } from '#server/database/db.ts';
import { variants } from '#server/variants/tables.ts';
import type { FieldIssue } from '#shared/errors.ts';
import type { SavedPartNumbers, SavePartNumbers } from '#shared/schemas/companies.ts';
import type { Suggestion } from '#shared/schemas/search.ts';

/**
 * Writes a company's own numbers of variants, named by our product numbers; an empty one is taken away, and a variant
 * has one. A number that can't be written is answered by its row; the others are written.
 */
export async function savePartNumbers(
  db: Db,
  { company, rows: asked }: SavePartNumbers,
): Promise<SavedPartNumbers> {
  return retrying(db, async tx => {
    await lockCompany(tx, company);
    const folded = await foldedRows(tx, asked);
    const numbers = folded.map(({ productNum }) => productNum);
    const found = await tx
      .select({ _id: variants._id, number: sql<string>`lower(${variants.productNum})` })
      .from(variants)
      .where(and(inArray(sql`lower(${variants.productNum})`, numbers), isNull(variants.deletedAt)));
    const known = new Map(found.map(({ number, _id }) => [number, _id]));
    const issues: FieldIssue[] = [];
    const wanted = new Map<string, Wanted>();
    asked.forEach(({ partNumber }, row) => {
      const variant = known.get(folded[row]?.productNum ?? '');
      if (variant) wanted.set(variant, { partNumber, folded: folded[row]?.partNumber ?? '', row });
      else issues.push({ path: ['rows', row, 'productNum'], message: 'is not one of our numbers' });
    });
    issues.push(...(await refuseTaken(tx, company, wanted)));
    if (known.size > 0) {
      const own = eq(partNumbers.company, company);
      await tx.delete(partNumbers).where(and(own, inArray(partNumbers.variant, [...wanted.keys()])));
    }
    const kept = [...wanted].filter(([, { partNumber }]) => partNumber !== '');
    if (kept.length > 0) {
      await tx
        .insert(partNumbers)
        .values(kept.map(([variant, { partNumber }]) => ({ company, variant, partNumber })));
    }
    return { saved: wanted.size, issues };
  });
}

interface Wanted {
  partNumber: string;
  folded: string;
  row: number;
}

/** Tells the numbers apart as the indexes do: JavaScript's small letters are not always the database's. */
async function foldedRows(
  tx: Db,
  asked: SavePartNumbers['rows'],
): Promise<Pick<SavePartNumbers['rows'][number], 'productNum' | 'partNumber'>[]> {
  const list = (name: 'productNum' | 'partNumber') => sql.param(asked.map(row => row[name]));
  return rows(
    await tx.execute(sql`
      select lower(a.product_num) as "productNum", lower(a.part_number) as "partNumber"
      from unnest(${list('productNum')}::text[], ${list('partNumber')}::text[])
        with ordinality a(product_num, part_number, at)
      order by at`),
  );
}

/** Takes those out that stand for another variant, here or already; they are answered as issues. */
async function refuseTaken(tx: Db, company: string, wanted: Map<string, Wanted>): Promise<FieldIssue[]> {
  const others = await tx
    .select({ variant: partNumbers.variant, number: sql<string>`lower(${partNumbers.partNumber})` })
    .from(partNumbers)
    .where(eq(partNumbers.company, company));
  // One that is being changed gives its number up.
  const taken = new Map(
    others.filter(({ variant }) => !wanted.has(variant)).map(({ variant, number }) => [number, variant]),
  );
  const issues: FieldIssue[] = [];
  for (const [variant, { folded: number, row }] of wanted) {
    if (number === '') continue;
    if (taken.has(number)) {
      issues.push({ path: ['rows', row, 'partNumber'], message: 'is already used for another item' });
      wanted.delete(variant);
    } else taken.set(number, variant);
  }
  return issues;
}

/** Lists what a company's own number stands for, or those that begin with what was typed, as the search field does. */
export async function suggestPartNumbers(
  db: Db,
  company: string,
  typed: string,
  limit: number,
): Promise<Suggestion[]> {
  const needle = typed.trim().toLowerCase();
  if (needle === '') return [];
  return rows<Suggestion>(
    await db.execute(sql`
      select p.id::text as _id, p.title, v.id::text as variant, v.product_num as "productNum",
        coalesce(v.thumbnail, v.image, p.image) as image, n.part_number as "partNumber"
      from part_numbers n
      join variants v on v.id = n.variant and v.deleted_at is null
      join products p on p.id = v.product_id and p.publish and p.deleted_at is null
      where n.company = ${company}::uuid and starts_with(lower(n.part_number), ${needle})
      order by length(n.part_number), lower(n.part_number) limit ${limit}::int`),
  );
}
