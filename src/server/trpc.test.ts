import type { AnyProcedure } from '@trpc/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { appRouter } from '#server/router.ts';
import { isCostly, out } from '#server/trpc.ts';

it('leaves a schema whose answers are parsed at once as it is for those who share it', async () => {
  const shared = z.object({ name: z.string() }).refine(async ({ name }) => name !== '');
  out(shared);
  expect(await shared.safeParseAsync({ name: 'Oak' })).toMatchObject({ success: true });
  expect(await shared.parseAsync({ name: 'Oak' })).toEqual({ name: 'Oak' });
});

it('lets nothing out that an answer’s schema lacks, for each of the calls that share it', async () => {
  const shared = z.object({ name: z.string() });
  for (const answer of [out(shared), out(shared)]) {
    expect(answer).not.toBe(shared);
    expect(await answer.parseAsync({ name: 'Oak', cost: 5 })).toEqual({ name: 'Oak' });
  }
});

it('what costs much takes its turn: all that reads, and what is refused without being counted', () => {
  const procedures: Record<string, unknown> = appRouter._def.procedures;
  const inTurn = (name: string) => isCostly(procedures[name] as AnyProcedure);
  expect(['carts.packs', 'orders.submit', 'orders.getCost', 'orders.list'].map(inTurn)).toEqual([
    ...[true, true, true, true],
  ]);
  expect(['payments.charge', 'orders.cancel'].map(inTurn)).toEqual([false, false]);
});
