import type { FieldErrors } from '#client/ui/form-errors.ts';
import type { ReceiptMethod } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { formatMoney, type Money, subtractMoney, sumMoney } from '#shared/rules/money.ts';
import { longDate } from '#shared/rules/order-facts.ts';
import type { Applied } from '#shared/rules/receipts.ts';
import type { Debts, Receipt } from '#shared/schemas/receipts.ts';

/** Names how money came in without a card. */
export const RECEIPT_WORDS: Record<ReceiptMethod, string> = {
  check: 'Check',
  cash: 'Cash',
  transfer: 'Transfer',
};

/** Tells what a payment comes to, as it is typed. */
export interface Spread {
  applied: readonly Applied[];
  /** Money that was on account before, and pays orders as well. */
  fromAccount: readonly Applied[];
  /** The part of it that pays no order. */
  rest: Money;
}

/** Says what is paid, what is left of it, and what is owed then. */
export function sumsOf(debts: Debts, { applied, fromAccount, rest }: Spread): string {
  const paid = sumOf(applied);
  const used = sumOf(fromAccount);
  const both = [...applied, ...fromAccount];
  const inFull = debts.orders.filter(
    debt => sumOf(both.filter(({ _id }) => _id === debt._id)) === debt.open,
  ).length;
  const all = new Set(both.map(({ _id }) => _id)).size;
  const after = subtractMoney(debts.owed, sumOf(both));
  const with_ = used > 0 && paid > 0 ? `, with ${formatMoney(used)} from what was on account,` : '';
  const words = [
    ...(all > 0 ? [`${formatMoney(paid > 0 ? paid : used)}${with_} ${paysWords(inFull, all)}`] : []),
    ...(rest > 0 ? [`${formatMoney(rest)} ${debts.hasAccount ? 'stays on account' : TOO_MUCH}`] : []),
    `${after > 0 ? formatMoney(after) : 'nothing'} owed after it`,
  ];
  return `${words.join('; ')}.`;
}

/** Asks before more is taken than is owed, as nothing but what is kept on account comes of it. */
export const moreWords = ({ amount, rest }: { amount: Money; rest: Money }) =>
  `${formatMoney(amount)} is ${formatMoney(rest)} more than is owed. Take it, and keep the rest on account?`;

/** Says that a receipt is gone, and since when; '' for one that stands. */
export const goneWords = ({ bouncedOn, mistake }: Pick<Receipt, 'bouncedOn' | 'mistake'>) =>
  bouncedOn === null
    ? ''
    : mistake
      ? `Entered by mistake, taken back on ${longDate(bouncedOn)}: ${mistake}`
      : `Bounced on ${longDate(bouncedOn)}`;

/** Says that money of this number came before. */
export const knownWords = ({ amount, receivedOn, bouncedAt, mistake }: Receipt) =>
  `${formatMoney(amount)} of this number came on ${longDate(receivedOn)}${
    bouncedAt ? (mistake ? ', and was taken back as a mistake' : ', and bounced') : ''
  }.`;

/** Names the deed that takes money although that of its number is known: one that is gone may have come again. */
export const takeKnownWords = ({ bouncedAt }: Receipt, method: string) =>
  bouncedAt ? 'Record it again' : `Record it as a different ${method === 'check' ? 'check' : 'payment'}`;

const TOO_MUCH = 'is more than is open, and they have no account to keep it on';

const sumOf = (parts: readonly Applied[]) => sumMoney(parts.map(({ amount }) => amount));

/** Says how many orders are paid in full, and whether one is paid in part. */
function paysWords(inFull: number, all: number): string {
  const orders = inFull === 1 ? '1 order' : `${inFull} orders`;
  if (inFull === 0) return 'pays part of an order';
  return inFull < all ? `pays ${orders} and part of another` : `pays ${orders}`;
}

/** Puts what the server says of a part beside its order, as `orders.` and the order's `_id`. */
export function besideOrders(
  issues: readonly FieldIssue[],
  { applied, fromAccount }: Pick<Spread, 'applied' | 'fromAccount'>,
): FieldIssue[] {
  return issues.map(({ path, message }) => {
    const [field, nth] = path;
    const parts = field === 'orders' ? applied : field === 'fromAccount' ? fromAccount : [];
    const order = typeof nth === 'number' ? parts[nth]?._id : undefined;
    return order === undefined ? { path, message } : { path: ['orders', order], message };
  });
}

/** Names the order in what is said beside one, as far as `numberOf` knows it. */
export const namedErrors = (
  errors: FieldErrors,
  numberOf: (order: string) => number | undefined,
): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, message]): [string, string] => {
      const order = name.startsWith('orders.') ? numberOf(name.slice('orders.'.length)) : undefined;
      return [name, order === undefined ? message : `Order ${order} ${message}`];
    }),
  );
