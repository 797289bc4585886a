import type { Add, Select, Witnesses } from '#server/simulation/judge.ts';

/** Compares refunds that are pending at the payment service with the books, which wait for it to say how they end. */
export async function comparePending(
  select: Select,
  { refunds }: Pick<Witnesses['gateway'], 'refunds'>,
  add: Add,
): Promise<void> {
  const pending = refunds.filter(({ status, metadata }) => status === 'pending' && metadata.refund_id);
  if (pending.length === 0) return;
  const ids = pending.map(({ metadata }) => `'${metadata.refund_id}'`).join(', ');
  const rows = await select<{ id: string; status: string; cents: number }>(
    `select id, status, amount::int as cents from refunds where id in (${ids})`,
  );
  const known = new Map(rows.map(row => [row.id, row]));
  for (const { id, amount, metadata } of pending) {
    const row = known.get(metadata.refund_id ?? '');
    // Nobody may have heard of it yet: then it is as it was begun.
    if (row?.cents !== amount || !['starting', 'unknown'].includes(row.status))
      add(
        'a refund that is pending at the payment service is open in the books',
        `${id} of ${amount}: ${JSON.stringify(row)}`,
      );
  }
}
