import { useState } from 'react';
import { ReceivePayment } from '#client/features/office/receive-payment.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { releaseOf } from '#shared/rules/credit.ts';
import { formatMoney } from '#shared/rules/money.ts';

interface Props {
  company: string;
  /** Its name. */
  name: string;
  /** It was asked for before, where this was led to from. */
  isAsked?: boolean;
  onClose?: () => void;
}

/** Offers to take the payment that brings a company within its limit again, for the orders that it takes. */
export function PayToRelease({ company, name, isAsked = false, onClose }: Props) {
  const { data: debts } = trpc.receipts.debts.useQuery({ company }, { staleTime: 0 });
  const [isOpen, setOpen] = useState(isAsked);
  const release = debts && releaseOf(debts);
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {release ? `Pay to release, ${formatMoney(release.sum)}` : 'Pay to release'}
      </Button>
      {isOpen && <ReceivePayment owner={{ company }} from={name} release onClose={close} />}
    </>
  );
}
