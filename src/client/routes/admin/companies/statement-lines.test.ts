import { expect, it, vi } from 'vitest';
import { wholeStatement } from '#client/routes/admin/companies/statement-lines.ts';
import type { Statement } from '#shared/schemas/payments.ts';

const statement = (total: number, { page, limit }: { page: number; limit: number }) =>
  ({
    total,
    entries: Array.from({ length: total }, (_, n) => ({ _id: String(n) })).slice(
      (page - 1) * limit,
      page * limit,
    ),
  }) as unknown as Statement;

it.each([
  [0, 0, 1],
  [25, 25, 1],
  [200, 200, 1],
  [201, 201, 2],
  [1240, 1000, 5],
])('of %i lines %i are printed, in %i answers', async (total, printed, answers) => {
  const ask = vi.fn(async (part: { page: number; limit: number }) => statement(total, part));
  const { entries } = await wholeStatement(ask);
  expect(entries.map(({ _id }) => _id)).toEqual(Array.from({ length: printed }, (_, n) => String(n)));
  expect(ask).toHaveBeenCalledTimes(answers);
});
