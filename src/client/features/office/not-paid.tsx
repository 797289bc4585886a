import type { ReactNode } from 'react';
import { Choices } from '#client/features/office/choices.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import type { PaymentType } from '#shared/enumerations.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';

/** Tells what of an order should be paid before its goods go; null: nothing, or it is on account. */
export const unpaidAtHandOver = (paymentType: PaymentType, open: Money): Money | null =>
  paymentType !== 'Terms' && open > 0 ? open : null;

interface Props {
  open: boolean;
  amount: Money;
  /** Is done all the same; it names the deed to those who press it. */
  deed: 'Hand it over' | 'Complete it';
  onGoOn: () => unknown;
  onClose: () => void;
  /** `large` where a thumb presses them. */
  size?: 'large';
  /** Leads to the payment. */
  payment: ReactNode;
}

/** Asks whether goods leave although they are not paid. */
export function NotPaid({ open, amount, deed, onGoOn, onClose, size, payment }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={`${formatMoney(amount)} is not paid`}>
      <p>{`${deed} all the same?`}</p>
      <Choices size={size} onClose={onClose}>
        {payment}
        <Button
          size={size}
          onClick={() => {
            onClose();
            onGoOn();
          }}
        >
          {deed}
        </Button>
      </Choices>
    </Dialog>
  );
}
