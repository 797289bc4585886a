import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { v4 as newKey } from 'uuid';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { OtherErrors } from '#client/features/office/other-errors.tsx';
import { ReceivePayment } from '#client/features/office/receive-payment.tsx';
import { Remind } from '#client/features/office/remind.tsx';
import { UseAccount } from '#client/features/office/use-account.tsx';
import { useGiving } from '#client/features/office/use-giving.ts';
import { ASK_ADMIN, WaitsNote, waitsAbove } from '#client/features/office/waits-note.tsx';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextArea, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { KeptDialog } from '#client/ui/record/kept-dialog.tsx';
import { MONEY_NOTICES } from '#shared/office-messages.ts';
import { formatMoney, sumMoney, ZERO } from '#shared/rules/money.ts';
import { readMoney } from '#shared/rules/money-text.ts';
import type { Debts } from '#shared/schemas/receipts.ts';
import styles from './account-deeds.module.css';

type Owner = { company: string } | { user: string };

interface Props {
  owner: Owner;
  /** Their name. */
  name: string;
}

/**
 * Offers what staff do with the money of a company or a person: take some, use what is on account, give credit or take it
 * back, remind. `hasCredit`: store credit is theirs, not that of a company that they joined. `children`: more of such.
 */
export function AccountDeeds({
  owner,
  name,
  hasCredit = true,
  children,
}: Props & { hasCredit?: boolean; children?: ReactNode }) {
  const { data: debts, error, refetch } = trpc.receipts.debts.useQuery(owner, { staleTime: 0 });
  const isAdmin = useUser()?.permissionLevel === 'Admin';
  const [deed, setDeed] = useState<'receive' | 'use' | 'grant' | 'takeBack' | 'remind' | null>(null);
  const close = () => setDeed(null);
  return (
    <>
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      <p className={styles.account}>{debts && besidesOf(debts)}</p>
      <p className={`${styles.deeds} no-print`}>
        <Button size="small" onClick={() => setDeed('receive')}>
          Take a payment
        </Button>
        {hasCredit && (
          <Button size="small" onClick={() => setDeed('grant')}>
            Give store credit
          </Button>
        )}
        {hasCredit && isAdmin && (
          <Button size="small" onClick={() => setDeed('takeBack')}>
            Take store credit back
          </Button>
        )}
        {'company' in owner && (
          <Button size="small" onClick={() => setDeed('remind')}>
            Remind
          </Button>
        )}
        {children}
        {debts && debts.onAccount > 0 && debts.owed > 0 && (
          <Button size="small" onClick={() => setDeed('use')}>
            Use what is on account
          </Button>
        )}
      </p>
      {deed === 'receive' && <ReceivePayment owner={owner} from={name} onClose={close} />}
      {deed === 'use' && debts && <UseAccount {...{ owner, name, debts }} onClose={close} />}
      {(deed === 'grant' || deed === 'takeBack') && (
        <StoreCredit key={deed} {...{ owner, name, deed }} onClose={close} />
      )}
      {deed === 'remind' && 'company' in owner && (
        <Remind company={owner.company} name={name} onClose={close} />
      )}
    </>
  );
}

/** Says what a balance does not tell: what pays no order yet, and what is owed of orders that are not on account. */
function besidesOf({ orders, onAccount }: Debts): string {
  const others = sumMoney(orders.flatMap(one => (one.paymentType === 'Terms' ? [] : one.open)));
  return [
    ...(onAccount > 0 ? [`${formatMoney(onAccount)} unapplied credit`] : []),
    ...(others > 0 ? [`${formatMoney(others)} open of orders that are not on account`] : []),
  ].join('; ');
}

/** Lists what staff do with store credit that is of no order. */
const CREDIT_WORDS = {
  grant: {
    title: (name: string) => `Store credit for ${name}`,
    done: MONEY_NOTICES.granted,
    failure: MONEY_NOTICES.grantFailed,
    act: 'Give it',
  },
  takeBack: {
    title: (name: string) => `Take back ${name}’s store credit`,
    done: MONEY_NOTICES.takenBack,
    failure: MONEY_NOTICES.takeBackFailed,
    act: 'Take it back',
  },
};

function StoreCredit({
  owner,
  name,
  deed,
  onClose,
}: Props & { deed: keyof typeof CREDIT_WORDS; onClose: () => void }) {
  const words = CREDIT_WORDS[deed];
  const { client, invalidate } = trpc.useUtils();
  const look = trpc.storeCredit.look.useQuery(owner, { staleTime: 0 }).data;
  const form = useRef<HTMLFormElement>(null);
  const { show, field, errors } = useFormErrors(form);
  const [key] = useState(() => newKey());
  const [amountText, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const amount = readMoney(amountText);
  const waits = deed === 'grant' && waitsAbove(amount, look?.alone ?? null);
  const change = useGiving(client.storeCredit[deed].mutate, {
    success: () => words.done(formatMoney(amount ?? ZERO)),
    failure: words.failure,
    after: async () => {
      onClose();
      await invalidate();
    },
    show,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const issues = [
      ...(amount === null || amount === 0
        ? [{ path: ['amount'], message: 'is not an amount of money' }]
        : []),
      ...(reason.trim() === '' ? [{ path: ['reason'], message: 'is required' }] : []),
    ];
    show(issues);
    if (issues.length > 0 || amount === null || change.isPending) return;
    change.mutate({ ...owner, amount, reason: reason.trim(), key });
  };
  const [ofAmount, ofReason] = [field('amount'), field('reason')];
  return (
    <KeptDialog open onClose={onClose} title={words.title(name)}>
      <Form ref={form} className={layout.stack} onSubmit={submit}>
        <TextField
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          hint={look && `Current balance: ${formatMoney(look.balance)}`}
          value={amountText}
          {...ofAmount}
          onChange={({ target }) => {
            setAmount(target.value);
            ofAmount.onChange();
          }}
        />
        <TextArea
          label="Reason"
          rows={2}
          maxLength={500}
          hint="The customer will see this."
          value={reason}
          {...ofReason}
          onChange={({ target }) => {
            setReason(target.value);
            ofReason.onChange();
          }}
        />
        <OtherErrors errors={errors} isShown={name => name === 'amount' || name === 'reason'} />
        {waits && <WaitsNote />}
        <Choices onClose={onClose}>
          <Button type="submit" look="primary" busy={change.isPending}>
            {waits ? ASK_ADMIN : words.act}
          </Button>
        </Choices>
      </Form>
    </KeptDialog>
  );
}
