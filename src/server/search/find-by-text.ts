import { type SQL, sql } from 'drizzle-orm';
import { contains, escapeLike } from '#server/database/like.ts';
import type { Part } from '#server/search/read-question.ts';
import { CONTAINS_FROM, marked, type SearchText } from '#server/search/text.ts';
import { GRAMMAR } from '#server/search/trade-words.ts';

const ints = (list: readonly number[]): SQL => sql`${sql.param([...list])}::int[]`;

/**
 * Asks what the operator `&&` does, of a column without an index for it: a statement without that operator is planned
 * once for all values (`choose-statements.ts`).
 */
export const overlaps = (column: SQL, keys: SQL): SQL => sql`arrayoverlap(${column}, ${keys})`;

/** Words have letters and digits alone, so that nothing in them is read as an operator. */
const expression = (any: readonly string[][], open = false): string =>
  any.map(words => `(${words.join(' & ')}${open ? ':*' : ''})`).join(' | ');

/** English skips such words, and would find what has the others alone. */
const isSkipped = (word: string): boolean => word.length === 1 || GRAMMAR.has(word);

const lexemes = (mark: string, keys: readonly number[]): string[] => keys.map(key => `'${mark}${key}'`);

/** Returns what a part asks of `product_text t`. */
function asksOf({ any, within, open, facets, sizes }: Part): SQL {
  const keys = [...lexemes('#f', facets), ...lexemes('#s', sizes[0] ?? [])];
  const asked = keys.length > 0 ? [sql`${keys.join(' | ')}::text::tsquery`] : [];
  // Stemmed, so that "knobs" finds a knob; and as it stands, for numbers and what English skips.
  const english = any.filter(words => !words.some(isSkipped));
  if (english.length > 0) {
    const stemmed = sql`to_tsquery('english', ${expression(english)})`;
    asked.push(within === 'title' ? marked('^', stemmed) : stemmed);
    if (within === 'names and description') asked.push(marked('~', stemmed));
  }
  if (any.length > 0 && within !== 'title') asked.push(sql`to_tsquery('simple', ${expression(any, open)})`);
  return sql`(${sql.join(asked, sql` || `)})`;
}

/** Whether a part is looked for anywhere in product numbers, too. */
export const isPartOfNumber = ({ number }: Part): boolean =>
  number !== undefined && number.length >= CONTAINS_FROM;

/** Whether English skips all that a part asks, so that among others it asks nothing. */
export const isVoid = (part: Part): SQL => sql`numnode(${asksOf(part)}) = 0`;

/** Condition on `product_text t`: a product has all parts, if not of one variant. */
export function matchesText({ needle, parts }: SearchText): SQL {
  if (parts.length === 0)
    return needle.length >= CONTAINS_FROM ? sql`t.search_text like ${contains(needle)}` : sql`false`;
  const numbered = parts.filter(isPartOfNumber);
  const worded = parts.filter(part => !numbered.includes(part));
  const conditions = [
    ...(worded.length > 0 ? [sql`t.words @@ (${sql.join(worded.map(asksOf), sql` && `)})`] : []),
    ...numbered.map(
      part => sql`(t.words @@ ${asksOf(part)} or t.search_text like ${contains(part.number ?? '')})`,
    ),
  ];
  const all = sql.join(conditions, sql` and `);
  // Somebody who types the middle of a name finds it, too.
  const [only] = parts;
  const isOneWord = parts.length === 1 && only?.inTitle === true && needle.length >= CONTAINS_FROM;
  return isOneWord ? sql`(${all} or t.search_text like ${contains(needle)})` : sql`(${all})`;
}

/** Returns the parts that ask something of a variant. */
export const concerning = (parts: readonly Part[]): Part[] =>
  parts.filter(part => part.facets.length > 0 || part.sizes.length > 0);

/** Whether a product may be found by a part's words although none of its variants has what they mean. */
export const mayLack = ({ any }: Part): boolean => any.length > 0;

/**
 * Condition on `variant_search x` of `product_search s`: it has all that is asked of a variant. If no variant of a
 * product has a thing, the product was found by its words, which say it of all. Null: nothing is asked of variants.
 */
export function suitsText({ parts }: SearchText): SQL | null {
  const each = concerning(parts).map(part => {
    const { facets, sizes } = part;
    const having = facets.length > 0 ? ints(facets) : ints(sizes[0] ?? []);
    if (facets.length > 0)
      return sql`(${overlaps(sql`x.facets`, having)} or not ${overlaps(sql`s.facets`, having)})`;
    const isLong = overlaps(sql`x.sizes`, having);
    if (!mayLack(part)) return isLong;
    return sql`(${isLong} or not exists (
      select from variant_search o where o.product_id = s.product_id and ${overlaps(sql`o.sizes`, having)}))`;
  });
  return each.length === 0 ? null : sql.join(each, sql` and `);
}

/** Condition on `variant_search x`: of the variants that suit those which tiles should show. Null: any of them. */
export function prefersVariant({ parts }: SearchText): SQL | null {
  const asked = parts.flatMap(({ number }) => (number && /\D/.test(number) ? [isNumbered(number)] : []));
  return asked.length === 0 ? null : sql.join(asked, sql` and `);
}

const isNumbered = (number: string): SQL => sql`exists (
  select from variants v where v.id = x.variant_id and lower(v.product_num) like ${contains(number)})`;

/** Whether one variant of `product_search s` does. */
function hasVariant(text: SearchText): SQL {
  // One thing alone is some variant's, as the product has it.
  if (concerning(text.parts).length < 2) return sql`true`;
  return sql`exists (
    select from variant_search x where x.product_id = s.product_id and ${suitsText(text) ?? sql`true`} offset 0)`;
}

const hasInTitle = (any: readonly string[][]): SQL => {
  const each = any.map(words =>
    sql.join(
      words.map(word =>
        // A word of one or two letters stands somewhere in any title.
        word.length < CONTAINS_FROM
          ? sql`s.sort_title ~ ${`\\m${word}\\M`}`
          : sql`s.sort_title like ${contains(word)}`,
      ),
      sql` and `,
    ),
  );
  return sql`(${sql.join(each, sql` or `)})`;
};

/** The rows of `product_search s` that a question finds; looked up first, whatever else is asked of them. */
export function foundByText(text: SearchText): SQL {
  return sql`(
    with found as materialized (
      select t.product_id from product_text t where t.published and ${matchesText(text)})
    select s.* from product_search s
    where s.product_id = any(array(select product_id from found)) and ${hasVariant(text)}) s`;
}

/** How well `product_search s` fits: what it is comes before what else its title says. */
export function fitOf({ needle, parts, soft }: SearchText): SQL {
  const isHead = (words: readonly string[]) => sql`s.head in (${sql.join(words.map(stemOf), sql`, `)})`;
  const gain = (points: number, condition: SQL) => sql`case when ${condition} then ${points}::int else 0 end`;
  const heads = parts.flatMap(part => part.heads);
  const scores = [
    ...(heads.length > 0 ? [gain(32, isHead(heads))] : []),
    ...parts.filter(part => part.inTitle && part.any.length > 0).map(part => gain(4, hasInTitle(part.any))),
    // If there are two words for one thing, the title may have the one that was typed.
    ...parts
      .filter(part => part.heads.length > 1)
      .map(part => gain(2, isHead(part.said.split(' ').slice(-1)))),
    ...soft.map(word => gain(1, hasInTitle([[word]]))),
    gain(2, sql`s.sort_title like ${`${escapeLike(needle)}%`}`),
  ];
  return sql`(${sql.join(scores, sql` + `)})`;
}

const stemOf = (word: string): SQL => sql`(ts_lexize('english_stem', ${word}))[1]`;
