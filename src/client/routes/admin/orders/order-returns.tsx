import { useEffect, useRef, useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { OtherErrors } from '#client/features/office/other-errors.tsx';
import { Panel } from '#client/features/office/record-page.tsx';
import { useGiving } from '#client/features/office/use-giving.ts';
import { refusal } from '#client/refusal.ts';
import { MailReturn } from '#client/routes/admin/orders/mail-return.tsx';
import styles from '#client/routes/admin/orders/money-dialogs.module.css';
import { SettleReturn } from '#client/routes/admin/orders/settle-return.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { DAY } from '#client/ui/moment.ts';
import { KeptDialog } from '#client/ui/record/kept-dialog.tsx';
import type { ReturnStatus } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { RETURN_DESK_NOTICES } from '#shared/office-messages.ts';
import { settledSentence } from '#shared/rules/return-words.ts';
import { canMoveReturn } from '#shared/rules/returns.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';
import type { Return } from '#shared/schemas/returns.ts';

const STATUS_WORDS: Record<ReturnStatus, string> = {
  Requested: 'Requested',
  Approved: 'Approved, on its way',
  Received: 'Received, to be settled',
  Refunded: 'Settled',
  Rejected: 'Not accepted',
};
interface Props {
  order: OrderRecord;
  /** The return that was begun just now: whoever did is led there. */
  begun: string | null;
}

/** The returns of an order, each with its next step; nothing while there are none. */
export function OrderReturns({ order, begun }: Props) {
  const { data, error, refetch } = trpc.returns.list.useQuery({ order: order._id }, { staleTime: 0 });
  if (error) return <LoadError message={refusal(error).message} onRetry={refetch} />;
  if (!data || data.returns.length === 0) return null;
  return (
    <Panel title="Returns">
      <ul className={styles.returns}>
        {data.returns.map(made => (
          <MadeReturn key={made._id} made={made} email={order.email} isBegun={made._id === begun} />
        ))}
      </ul>
    </Panel>
  );
}

function MadeReturn({ made, email, isBegun }: { made: Return; email: string; isBegun: boolean }) {
  const [step, setStep] = useState<'receive' | 'settle' | 'mail' | 'reject' | null>(null);
  const state = useRef<HTMLParagraphElement>(null);
  // Scrolled to, too: it may stand below what is in sight.
  useEffect(() => {
    if (isBegun) state.current?.focus();
  }, [isBegun]);
  const { client, returns, orders } = trpc.useUtils();
  const readAnew = () => Promise.all([returns.invalidate(), orders.invalidate()]);
  const done = async () => {
    setStep(null);
    await readAnew();
  };
  const move = useAction((status: ReturnStatus) => client.returns.update.mutate({ _id: made._id, status }), {
    success: RETURN_DESK_NOTICES.moved,
    failure: RETURN_DESK_NOTICES.failed,
    after: done,
    onRefused: readAnew,
  });
  const can = (status: ReturnStatus) => canMoveReturn(made.status, status);
  return (
    <li>
      <p ref={state} tabIndex={-1}>
        <b>{STATUS_WORDS[made.status]}</b>
        <span className="muted">{` ${DAY.format(new Date(made.createdAt))}`}</span>
      </p>
      <ul>
        {made.lines.map(line => (
          <li key={line._id}>
            <ReturnedLine line={line} status={made.status} />
          </li>
        ))}
      </ul>
      {made.notes && <p>{made.notes}</p>}
      {made.status === 'Refunded' && <p>{settledSentence(made)}</p>}
      <p className={`${styles.steps} no-print`}>
        <a href={`/returns/${made._id}/slip.pdf`}>Return slip</a>
        <Button size="small" onClick={() => setStep('mail')}>
          Mail how it stands
        </Button>
        {can('Approved') && (
          <Button size="small" busy={move.isPending} onClick={() => move.mutate('Approved')}>
            Approve
          </Button>
        )}
        {can('Received') && (
          <Button size="small" onClick={() => setStep('receive')}>
            Goods are here
          </Button>
        )}
        {can('Refunded') && (
          <Button size="small" onClick={() => setStep('settle')}>
            Settle
          </Button>
        )}
        {can('Rejected') && (
          <Button size="small" onClick={() => setStep('reject')}>
            Reject
          </Button>
        )}
      </p>
      {step === 'reject' && (
        <Dialog open onClose={() => setStep(null)} title={`Reject the return of order ${made.orderNumber}?`}>
          <p>{`The goods stay with the customer${email ? ', who is told' : ''}. This can’t be undone.`}</p>
          <Choices onClose={() => setStep(null)}>
            <Button look="danger" busy={move.isPending} onClick={() => move.mutate('Rejected')}>
              Reject the return
            </Button>
          </Choices>
        </Dialog>
      )}
      {step === 'mail' && <MailReturn made={made} email={email} onClose={() => setStep(null)} />}
      {step === 'receive' && (
        <Receive made={made} onClose={() => setStep(null)} onDone={done} onStale={readAnew} />
      )}
      {step === 'settle' && <SettleReturn made={made} onClose={() => setStep(null)} onDone={done} />}
    </li>
  );
}

function ReturnedLine({ line, status }: { line: Return['lines'][number]; status: ReturnStatus }) {
  const isHere = status === 'Received' || status === 'Refunded';
  const units = isHere ? `${line.received} of ${line.quantity}` : String(line.quantity);
  const scrap = line.scrapped > 0 ? `, ${line.scrapped} not for sale` : '';
  return (
    <>
      {`${units} × ${line.name} `}
      <span className={styles.number}>{`(${line.productNum})`}</span>
      {`${scrap}${line.reason ? `: ${line.reason}` : ''}`}
    </>
  );
}

interface StepProps {
  made: Return;
  onClose: () => void;
  onDone: () => Promise<void>;
  /** Reads anew what is another by now. */
  onStale: () => unknown;
}

/** Counts what came, and what of it can't be sold again. */
function Receive({ made, onClose, onDone, onStale }: StepProps) {
  const { client } = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { show, field, errors } = useFormErrors(form);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      made.lines.flatMap(({ quantity }, index) => [
        [`lines.${index}.received`, String(quantity)],
        [`lines.${index}.scrapped`, '0'],
      ]),
    ),
  );
  const receive = useGiving(client.returns.update.mutate, {
    success: () => RETURN_DESK_NOTICES.moved,
    failure: RETURN_DESK_NOTICES.failed,
    after: onDone,
    show,
    onStale,
  });
  const submit = () => {
    const issues: FieldIssue[] = [];
    const count = (name: string) => {
      const text = (typed[name] ?? '').trim();
      if (!/^\d{1,6}$/.test(text)) issues.push({ path: [name], message: 'must be a whole number' });
      return Number(text);
    };
    const lines = made.lines.map(({ _id }, index) => ({
      _id,
      received: count(`lines.${index}.received`),
      scrapped: count(`lines.${index}.scrapped`),
    }));
    show(issues);
    if (issues.length === 0) receive.mutate({ _id: made._id, status: 'Received', lines });
  };
  const text = (name: string) => ({
    value: typed[name] ?? '',
    ...field(name),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(before => ({ ...before, [name]: target.value }));
      field(name).onChange();
    },
  });
  return (
    <KeptDialog open onClose={onClose} title={`Goods of order ${made.orderNumber} are here`} size="large">
      <Form
        ref={form}
        className={layout.stack}
        onSubmit={event => {
          event.preventDefault();
          if (!receive.isPending) submit();
        }}
      >
        <p>What can be sold again goes onto the shelf.</p>
        <ul className={styles.goods}>
          {made.lines.map((line, index) => (
            <li key={line._id} className={styles.counted}>
              <span>
                {line.name} <span className="muted">{line.productNum}</span>
              </span>
              <TextField
                label={`Quantity received (of ${line.quantity})`}
                about={`${line.name} ${line.productNum}`}
                inputMode="numeric"
                {...text(`lines.${index}.received`)}
              />
              <TextField
                label="Not for sale"
                about={`${line.name} ${line.productNum}`}
                inputMode="numeric"
                {...text(`lines.${index}.scrapped`)}
              />
            </li>
          ))}
        </ul>
        <OtherErrors errors={errors} isShown={name => name in typed} />
        <Choices onClose={onClose}>
          <Button type="submit" look="primary" busy={receive.isPending}>
            Take them in
          </Button>
        </Choices>
      </Form>
    </KeptDialog>
  );
}
