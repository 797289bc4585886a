import { useState } from 'react';
import { v4 as newKey } from 'uuid';
import { askedQuantity } from '#client/features/office/asked-quantity.ts';
import { useGiving } from '#client/features/office/use-giving.ts';
import { usePreview } from '#client/features/office/use-preview.ts';
import { waitsAbove } from '#client/features/office/waits-note.tsx';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import { hasNumber, possibleWays, usualWay } from '#client/routes/admin/orders/refund-ways.ts';
import { trpc } from '#client/trpc.ts';
import { type FieldErrors, fieldErrors } from '#client/ui/form-errors.ts';
import type { RefundWay } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { MONEY_NOTICES } from '#shared/office-messages.ts';
import { formatMoney, type Money, ZERO } from '#shared/rules/money.ts';
import { readMoney } from '#shared/rules/money-text.ts';
import type { RefundLook } from '#shared/schemas/give-back.ts';

interface Options extends DeedProps {
  left: RefundLook;
  show: (issues: readonly FieldIssue[]) => void;
}

export type RefundDraft = ReturnType<typeof useRefund>;

/** Keeps what is typed of a refund, whatever becomes of it; what is sent is what its figures were seen of. */
export function useRefund({ order, left, onClose, show }: Options) {
  const { client, orders, refunds } = trpc.useUtils();
  const [key] = useState(() => newKey());
  const [chosenOf, setOf] = useState<'amount' | 'goods'>('amount');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setWay] = useState<RefundWay | null>(null);
  const lines = linesLeft(order.cart, left);
  const hasGoods = lines.length > 0 || left.shippingLeft > 0;
  const of = hasGoods ? chosenOf : 'amount';
  const { asked, issues } = askedOf(typed, of, lines);

  const isGoods = of === 'goods' && issues.length === 0;
  const preview = usePreview(isGoods ? JSON.stringify([order.version, asked]) : '', () =>
    client.refunds.look.query({ order: order._id, ...asked }),
  );
  const seen = isGoods && preview.isSeen ? (preview.figures?.amount ?? null) : null;
  const refused = isGoods ? preview.refused : null;
  const amount = of === 'goods' ? seen : (asked.amount ?? null);
  const way = chosen && possibleWays(left).includes(chosen) ? chosen : usualWay(left, amount ?? ZERO);

  const read = () => Promise.all([orders.invalidate(), refunds.invalidate()]);
  const refund = useGiving(client.refunds.make.mutate, {
    success: () => MONEY_NOTICES.refunded(formatMoney(amount ?? ZERO)),
    failure: MONEY_NOTICES.refundFailed,
    after: async () => {
      onClose();
      await read();
    },
    show: found => show(found.map(besideLine(asked))),
    onStale: async () => {
      await read();
      preview.again();
    },
  });
  const canSend = way !== null && (issues.length > 0 || amount !== null);
  return {
    ...{ of, hasGoods, lines, way, setWay, amount, canSend, isPending: refund.isPending },
    waits: waitsAbove(amount, left.alone),
    choose: (one: 'amount' | 'goods') => {
      setOf(one);
      show([]);
    },
    typed: (name: string) => typed[name] ?? '',
    type: (name: string, value: string) => setTyped(before => ({ ...before, [name]: value })),
    /** Tells what the goods that are asked for come to. */
    worth: {
      amount: seen,
      isAsked: isGoods && seen === null && refused === null,
      failure: refused && refused.issues.length === 0 ? refused.message : null,
      again: preview.again,
    },
    /** Why these goods can't be given back, by their fields. */
    refusedFor: (refused ? fieldErrors(refused.issues.map(besideLine(asked))) : {}) as FieldErrors,
    send: () => {
      const reason = (typed.reason ?? '').trim();
      const found = [...issues, ...(reason === '' ? [{ path: ['reason'], message: 'is required' }] : [])];
      show(found);
      if (found.length > 0 || refund.isPending || !way || amount === null) return;
      const number = hasNumber(way) ? (typed.number ?? '').trim() : '';
      const said = { ...asked, ...(seen !== null && { seen }), way, number, reason };
      refund.mutate({ order: order._id, version: order.version, key, ...said });
    },
  };
}

/** The lines of which something can be given back: a gift is worth nothing. */
const linesLeft = (cart: DeedProps['order']['cart'], { lines }: RefundLook) =>
  cart.filter(({ _id, price }) => price > 0 && lines.some(one => one._id === _id && one.left > 0));

interface AskedRefund {
  amount?: Money;
  lines?: { _id: string; quantity: number }[];
  shipping?: Money;
}

/** Reads what is to be given back as it is typed. */
function askedOf(
  typed: Readonly<Record<string, string>>,
  of: 'amount' | 'goods',
  cart: DeedProps['order']['cart'],
): { asked: AskedRefund; issues: FieldIssue[] } {
  const issues: FieldIssue[] = [];
  if (of === 'amount') {
    const amount = readMoney(typed.amount ?? '');
    if (amount !== null && amount > 0) return { asked: { amount }, issues };
    return { asked: {}, issues: [{ path: ['amount'], message: 'is not an amount of money' }] };
  }
  const lines = cart.flatMap(({ _id }) => {
    const text = (typed[`lines.${_id}`] ?? '').trim();
    if (/^0*$/.test(text)) return [];
    const { quantity, wrong } = askedQuantity(text);
    if (wrong) issues.push({ path: ['lines', _id], message: wrong });
    return quantity === null ? [] : [{ _id, quantity }];
  });
  const shippingText = (typed.shipping ?? '').trim();
  const shipping = shippingText === '' ? undefined : readMoney(shippingText);
  if (shipping === null) issues.push({ path: ['shipping'], message: 'is not an amount of money' });
  if (issues.length === 0 && lines.length === 0 && !shipping)
    issues.push(
      cart[0]
        ? { path: ['lines', cart[0]._id], message: 'or shipping is needed' }
        : { path: ['shipping'], message: 'is needed: all of the goods were given back' },
    );
  return { asked: { ...(lines.length > 0 && { lines }), ...(shipping && { shipping }) }, issues };
}

/** Puts an issue of a line that was asked for beside that line of the order. */
const besideLine =
  ({ lines = [] }: AskedRefund) =>
  ({ path: [field = 'amount', nth], message }: FieldIssue): FieldIssue => {
    const _id = field === 'lines' && typeof nth === 'number' ? lines[nth]?._id : undefined;
    return { path: _id === undefined ? [field] : ['lines', _id], message };
  };
