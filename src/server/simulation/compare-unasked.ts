import { type Bench, deedsOf, NOT_DONE, UNASKED } from '#server/simulation/deed-bench.ts';

/** Looks at money that counts as handed out: whoever says so, and of what alert. */
export async function compareHandedOut({ select, deeds, acts, add }: Bench): Promise<void> {
  const handed = await select<{
    order: string;
    alert: string;
    cause: string;
    /** The key of the act that it is of. */
    act: string;
    isInstead: boolean;
    isReceiptGone: boolean;
  }>(`
    select p."order", p.alert, g.cause, split_part(g.key, ':', 2) as act, g.instead_of is not null as "isInstead",
      exists (select from receipts r where r.id = p.receipt and r.bounced_at is not null) as "isReceiptGone"
    from payouts p join given_back g on g.id = p.given where p.handed_out_at is not null`);
  const pressed = new Set(
    deedsOf(deeds, 'hand out').flatMap(({ order, alert, told }) =>
      told === 'refused' ? [] : `${order} ${alert}`,
    ),
  );
  for (const { order, alert, cause, act, isInstead, isReceiptGone } of handed) {
    // An Admin says yes to what somebody else has still to hand out; whoever edits or cancels has nothing in their hands.
    const isLater = cause === 'edit' || cause === 'cancel' || acts.get(act)?.state === 'done';
    if (alert === '' && isLater && !isInstead) add(UNASKED, `money of a ${cause} went out of ${order}`);
    // Nobody is asked for money of a receipt that is gone.
    if (alert !== '' && !isReceiptGone && !pressed.has(`${order} ${alert}`))
      add(UNASKED, `it was handed out: ${alert}`);
  }
}

/** Looks at money that came for no order in particular, or was on account: it pays what is open, as far as it goes. */
export async function compareSpread({ select, deeds, add }: Bench): Promise<void> {
  const left = await select<{ key: string; kept: number; open: number }>(`
    select key, kept::int, open::int from money_book where kept > 0 and open > 0`);
  const uses = deedsOf(deeds, 'use');
  const taken = deedsOf(deeds, 'receipt').filter(({ parts }) => parts === null);
  for (const { key, kept, open } of left)
    if ([...uses, ...taken].some(deed => deed.key === key))
      add(NOT_DONE, `${kept} stay on account, and ${open} open: ${key}`);
}
