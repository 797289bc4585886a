import { eq, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import type { reviews as reviewRows } from '#server/reviews/tables.ts';
import { users } from '#server/users/tables.ts';
import type { Review, ReviewQuery } from '#shared/schemas/reviews.ts';

interface ReviewRow extends Omit<Review, 'author'> {
  name: string;
  total: number;
  average: number;
}

/** Reviews of products on sale that staff have not hidden, newest first; the reader's own always. */
export async function listReviews(
  db: Db,
  { product, user, page, limit }: ReviewQuery,
  reader: { _id: string } | null,
): Promise<{ reviews: Review[]; total: number; average: number; stars: number[] }> {
  const own = reader ? sql`r."user" = ${reader._id}::uuid` : sql`false`;
  const asked = sql`
    from reviews r join products p on p.id = r.product and p.publish and p.deleted_at is null
    join users u on u.id = r."user"
    where (r.approved or ${own}) and r.removed_at is null ${product ? sql`and r.product = ${product}::uuid` : sql``}
      ${user ? sql`and r."user" = ${user}::uuid` : sql``}`;
  const [sums] = rows<{ total: number; average: number; stars: number[] }>(
    await db.execute(sql`
      select count(*)::int as total,
        coalesce(round(avg(r.rating) filter (where r.approved), 2), 0)::float8 as average,
        json_build_array(${sql.join(
          [1, 2, 3, 4, 5].map(stars => sql`count(*) filter (where r.approved and r.rating = ${stars}::int)`),
          sql`, `,
        )}) as stars ${asked}`),
  );
  const found = rows<ReviewRow>(
    await db.execute(sql`
      select r.id::text as _id, r.product::text as product, u.name, r.rating::int as rating, r.title, r.text,
        to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", ${own} as own
      ${asked} order by r.created_at desc, r.id desc limit ${limit} offset ${(page - 1) * limit}`),
  );
  const reviews = found.map(({ name, ...review }) => ({ ...review, author: authorOf(name) }));
  return { reviews, total: sums?.total ?? 0, average: sums?.average ?? 0, stars: sums?.stars ?? [] };
}

/** A review that was just written, as its author or staff are answered. */
export async function describeReview(
  tx: Db,
  row: typeof reviewRows.$inferSelect,
  reader: { _id: string },
): Promise<Review> {
  const { _id, product, rating, title, text, createdAt } = row;
  const [author] = await tx.select({ name: users.name }).from(users).where(eq(users._id, row.user));
  const own = row.user === reader._id;
  return { _id, product, author: authorOf(author?.name ?? ''), rating, title, text, createdAt, own };
}

/** 'Ada Carver' signs as 'Ada C.'. */
function authorOf(name: string): string {
  const [first = '', ...more] = name.trim().split(/\s+/);
  const initial = more.at(-1)?.charAt(0);
  return first === '' ? 'A customer' : initial ? `${first} ${initial}.` : first;
}
