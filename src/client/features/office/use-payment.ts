import { useState } from 'react';
import { v4 as newKey } from 'uuid';
import { besideOrders, type Spread } from '#client/features/office/payment-words.ts';
import { useGiving } from '#client/features/office/use-giving.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import type { ReceiptMethod } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { MONEY_NOTICES } from '#shared/office-messages.ts';
import { releaseOf } from '#shared/rules/credit.ts';
import { formatMoney, type Money, ZERO } from '#shared/rules/money.ts';
import { readMoney } from '#shared/rules/money-text.ts';
import { spreadWithAccount } from '#shared/rules/receipts.ts';
import type { Debts, Receipt, ReceiptOwner } from '#shared/schemas/receipts.ts';

export interface PaymentOptions {
  owner: ReceiptOwner;
  debts: Debts;
  /** The shop's own day. */
  today: string;
  /** The one order that it is meant for; without it the oldest are paid first. */
  order?: string | undefined;
  /** Begins with the orders that release what waits for a limit, and what they come to. */
  release?: boolean | undefined;
  onClose: () => void;
  /** Reads what is owed again: somebody else paid some of it, or took it. */
  onStale: () => unknown;
  show: (issues: readonly FieldIssue[]) => void;
}

/** Keeps what is typed of a payment, whatever becomes of it, and takes it. */
export function usePayment({ owner, debts, today, onClose, onStale, show, ...meant }: PaymentOptions) {
  const { client, invalidate } = trpc.useUtils();
  const [key] = useState(() => newKey());
  const [method, setMethod] = useState<ReceiptMethod>('check');
  const [begun] = useState(() => beginningOf(debts, meant));
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({ amount: begun.amount });
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [usesAccount, setUsesAccount] = useState(false);
  const [known, setKnown] = useState<Receipt | null>(null);
  const [sent, setSent] = useState<{ spread: Spread; orders: Debts['orders'] } | null>(null);

  const raw = (name: string) => typed[name] ?? (name === 'receivedOn' ? today : '');
  const text = (name: string) => raw(name).trim();
  const amount = readMoney(text('amount'));
  const isPaid = (_id: string) => (begun.orders?.has(_id) ?? true) !== toggled.has(_id);
  const spread = spreadWithAccount(
    amount ?? ZERO,
    usesAccount ? debts.onAccount : ZERO,
    debts.orders.filter(({ _id }) => isPaid(_id)),
  );
  /** Nothing comes in: only what is on account is used. */
  const isUse = spread.fromAccount.length > 0 && text('amount') === '';

  const told = {
    failure: MONEY_NOTICES.receiveFailed,
    after: async () => {
      onClose();
      await invalidate();
    },
    show: (issues: readonly FieldIssue[]) => show(besideOrders(issues, sent?.spread ?? spread)),
    own: ['receipt_known'] as const,
    onStale,
  };
  const take = useGiving(client.receipts.take.mutate, {
    ...told,
    success: receipt => MONEY_NOTICES.received(formatMoney(receipt.amount)),
  });
  const use = useGiving(client.receipts.payFromAccount.mutate, {
    ...told,
    success: () => MONEY_NOTICES.usedAccount,
  });
  const isPending = take.isPending || use.isPending;

  const refused = (failure: unknown) => setKnown(knownOf(failure));
  const surplus = useMore(amount ?? ZERO, spread.rest);
  const send = (again?: true) => {
    if (isPending) return;
    const found = isUse ? [] : issuesOf({ text, method, amount, rest: spread.rest, debts });
    show(found);
    if (found.length > 0 || surplus.ask()) return;
    const { fromAccount, applied } = spread;
    setSent({ spread, orders: debts.orders });
    if (isUse) return use.mutate({ ...owner, orders: fromAccount, key }, { onError: refused });
    const said = { method, number: text('number'), note: text('note'), receivedOn: text('receivedOn') };
    const more = { ...(fromAccount.length > 0 && { fromAccount }), ...(again && { again }), key };
    const paying = { ...owner, amount: amount ?? ZERO, orders: applied };
    take.mutate({ ...paying, ...said, ...more }, { onError: refused });
  };
  return {
    ...{ method, text, amount, isPaid, spread, isUse, known, isPending, send },
    ...{ usesAccount, setUsesAccount, more: surplus.asked, raw },
    setMethod: (next: ReceiptMethod) => {
      setMethod(next);
      // A number is asked about among those of its method.
      setKnown(null);
    },
    type: (name: string, value: string) => {
      setTyped(before => ({ ...before, [name]: value }));
      setKnown(null);
    },
    toggle: (_id: string) => setToggled(before => toggledIn(before, _id)),
    /** Tells what an order was called that is not listed any more. */
    numberOf: (_id: string) => sent?.orders.find(one => one._id === _id)?.orderNumber,
  };
}

/** Finds the receipt of the same number that a refusal asks about. */
function knownOf(failure: unknown): Receipt | null {
  const { reason, details } = refusal(failure);
  return reason === 'receipt_known' ? (details as { receipt: Receipt }).receipt : null;
}

/** Asks once about an amount of which a part pays nothing: a slip of a key, or money that is to stay on account. */
function useMore(amount: Money, rest: Money) {
  const [last, setLast] = useState<{ amount: Money; rest: Money } | null>(null);
  const asked = rest > 0 && last?.amount === amount && last.rest === rest ? last : null;
  const ask = () => {
    if (rest === 0 || asked) return false;
    setLast({ amount, rest });
    return true;
  };
  return { asked, ask };
}

/** Begins a payment: with its amount, and the orders that it is meant for; null: all of them. */
function beginningOf(debts: Debts, { order, release }: Pick<PaymentOptions, 'order' | 'release'>) {
  const released = release ? releaseOf(debts) : null;
  if (released)
    return { amount: released.sum.toFixed(2), orders: new Set(released.orders.map(({ _id }) => _id)) };
  return { amount: '', orders: order === undefined ? null : new Set([order]) };
}

function toggledIn(before: ReadonlySet<string>, _id: string): ReadonlySet<string> {
  const next = new Set(before);
  if (!next.delete(_id)) next.add(_id);
  return next;
}

interface Said {
  text: (name: string) => string;
  method: ReceiptMethod;
  amount: Money | null;
  rest: Money;
  debts: Debts;
}

function issuesOf({ text, method, amount, rest, debts }: Said): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const refuse = (name: string, message: string) => issues.push({ path: [name], message });
  if (method === 'check' && text('number') === '') refuse('number', 'is needed: the one on the check');
  if (amount === null || amount === 0) refuse('amount', 'is not an amount of money');
  else if (rest > 0 && !debts.hasAccount)
    refuse('amount', `is ${formatMoney(rest)} more than is open, and they have no account`);
  if (text('receivedOn') === '') refuse('receivedOn', 'is required');
  return issues;
}
