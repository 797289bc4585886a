import { useState } from 'react';
import { v4 as newKey } from 'uuid';
import { Choices } from '#client/features/office/choices.tsx';
import { OtherErrors } from '#client/features/office/other-errors.tsx';
import { besideOrders, namedErrors } from '#client/features/office/payment-words.ts';
import { useGiving } from '#client/features/office/use-giving.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { type FieldErrors, fieldErrors } from '#client/ui/form-errors.ts';
import { MAX_PAID_ORDERS } from '#shared/constants.ts';
import { MONEY_NOTICES } from '#shared/office-messages.ts';
import { formatMoney, type Money, subtractMoney, sumMoney } from '#shared/rules/money.ts';
import { spreadReceipt } from '#shared/rules/receipts.ts';
import type { Debts } from '#shared/schemas/receipts.ts';

interface Props {
  owner: { company: string } | { user: string };
  /** Their name. */
  name: string;
  debts: Debts;
  onClose: () => void;
}

/** Lets what is on account pay the oldest orders, as far as it goes: how much of it pays which is shown before. */
export function UseAccount({ owner, name, debts, onClose }: Props) {
  const { client, invalidate, receipts } = trpc.useUtils();
  const [key] = useState(() => newKey());
  const [errors, setErrors] = useState<FieldErrors>({});
  const pays = spreadReceipt(debts.onAccount, debts.orders.slice(0, MAX_PAID_ORDERS)).applied;
  const use = useGiving(client.receipts.payFromAccount.mutate, {
    success: () => MONEY_NOTICES.usedAccount,
    failure: MONEY_NOTICES.receiveFailed,
    after: async () => {
      onClose();
      await invalidate();
    },
    show: issues => setErrors(fieldErrors(besideOrders(issues, { applied: pays, fromAccount: [] }))),
    onStale: () => receipts.debts.invalidate(owner),
  });
  const paid = sumMoney(pays.map(({ amount }) => amount));
  const stays = subtractMoney(debts.onAccount, paid);
  return (
    <Dialog open onClose={onClose} title={`Use what ${name} has on account`}>
      <p>
        {pays.length === 0
          ? debts.onAccount > 0
            ? 'Nothing is owed that it could pay.'
            : 'Nothing is on account any more.'
          : `${formatMoney(paid)} of the ${formatMoney(debts.onAccount)} on account pays, the oldest first:`}
      </p>
      {pays.length > 0 && (
        <ul>
          {pays.map(({ _id, amount }) => (
            <li key={_id}>{partWords(debts, _id, amount)}</li>
          ))}
        </ul>
      )}
      {pays.length > 0 && stays > 0 && <p>{`${formatMoney(stays)} stays on account.`}</p>}
      <OtherErrors
        errors={namedErrors(errors, order => debts.orders.find(({ _id }) => _id === order)?.orderNumber)}
        isShown={() => false}
      />
      <Choices onClose={onClose}>
        <Button
          look="primary"
          busy={use.isPending}
          unable={pays.length === 0}
          onClick={() => {
            setErrors({});
            if (!use.isPending && pays.length > 0) use.mutate({ ...owner, orders: pays, key });
          }}
        >
          {pays.length === 0 ? 'Pay from it' : `Pay ${formatMoney(paid)} from it`}
        </Button>
      </Choices>
    </Dialog>
  );
}

/** Says how much of an order is paid, and what of it stays open. */
function partWords({ orders }: Debts, order: string, amount: Money): string {
  const debt = orders.find(({ _id }) => _id === order);
  const open = debt ? subtractMoney(debt.open, amount) : 0;
  const rest = open > 0 ? `, and ${formatMoney(open as Money)} stays open` : '';
  return `Order ${debt?.orderNumber}: ${formatMoney(amount)}${rest}`;
}
