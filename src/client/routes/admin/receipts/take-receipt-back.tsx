import { type FormEvent, useRef, useState } from 'react';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { OtherErrors } from '#client/features/office/other-errors.tsx';
import { RECEIPT_WORDS } from '#client/features/office/payment-words.ts';
import { useGiving } from '#client/features/office/use-giving.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import { MONEY_NOTICES } from '#shared/office-messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { longDate } from '#shared/rules/order-facts.ts';
import type { Receipt } from '#shared/schemas/receipts.ts';

interface Props {
  asked: { receipt: Receipt; why: 'bounced' | 'mistake' };
  onClose: () => void;
}

const WORDS = {
  bounced: { done: MONEY_NOTICES.bounced, failure: MONEY_NOTICES.bounceFailed, act: 'It bounced' },
  mistake: {
    done: MONEY_NOTICES.receiptTakenBack,
    failure: MONEY_NOTICES.takeReceiptBackFailed,
    act: 'Take it back',
  },
};

/** Tells it from others: two checks may be of one customer, and of one number. */
const calledOf = ({ method, number, amount, receivedOn }: Receipt): string =>
  `${[RECEIPT_WORDS[method], number].join(' ').trim()} of ${formatMoney(amount)}, received on ${longDate(receivedOn)}.`;

/** Says what a receipt takes along that is taken back, by its orders and its account. */
function alongWords({ orders, onAccount }: Receipt): string {
  const owed = orders.map(({ orderNumber, amount }) => `${formatMoney(amount)} of order ${orderNumber}`);
  return [
    ...(owed.length > 0 ? [`${owed.join(', ')} ${owed.length > 1 ? 'are' : 'is'} owed again.`] : []),
    ...(onAccount > 0 ? [`${formatMoney(onAccount)} on account is gone.`] : []),
  ].join(' ');
}

/** Takes a receipt back that its bank did not pay, or that should never have been entered, which needs a reason. */
export function TakeReceiptBack({ asked: { receipt, why }, onClose }: Props) {
  const { client, invalidate } = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { show, field, errors } = useFormErrors(form);
  const [reason, setReason] = useState('');
  const { done, failure, act } = WORDS[why];
  const takeBack = useGiving(client.receipts.bounce.mutate, {
    success: () => done,
    failure,
    after: async () => {
      onClose();
      await invalidate();
    },
    show,
    onStale: () => invalidate(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const mistake = reason.trim();
    const issues = why === 'mistake' && mistake === '' ? [{ path: ['mistake'], message: 'is required' }] : [];
    show(issues);
    if (issues.length > 0 || takeBack.isPending) return;
    takeBack.mutate({ _id: receipt._id, ...(why === 'mistake' && { mistake }) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${formatMoney(receipt.amount)} from ${receipt.from || 'the counter'}`}
    >
      <Form ref={form} className={layout.stack} onSubmit={submit} aria-label="Take a payment back">
        <p>{calledOf(receipt)}</p>
        <p>{alongWords(receipt)} This can’t be undone.</p>
        <OtherErrors errors={errors} isShown={name => name === 'mistake'} />
        {why === 'mistake' && (
          <TextField
            label="Reason"
            hint="Why it should not have been entered; it stays in the history."
            {...field('mistake')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        <Choices onClose={onClose}>
          <Button type="submit" look="danger" busy={takeBack.isPending}>
            {act}
          </Button>
        </Choices>
      </Form>
    </Dialog>
  );
}
