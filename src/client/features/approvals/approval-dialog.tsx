import { useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { Remedies } from '#client/features/notices/remedies.tsx';
import { FigureTable } from '#client/features/orders/figure-table.tsx';
import { AccountCredit } from '#client/features/payment/account-credit.tsx';
import { type Refusal, refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import facts from '#client/ui/facts.module.css';
import { Facts } from '#client/ui/facts.tsx';
import { TextArea } from '#client/ui/field.tsx';
import rows from '#client/ui/rows.module.css';
import type { Remedy } from '#shared/errors.ts';
import { TEAM_NOTICES } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS, townLine } from '#shared/rules/order-facts.ts';
import type { Figures } from '#shared/schemas/orders.ts';
import type { Approval } from '#shared/schemas/team.ts';
import styles from './approvals.module.css';

/** One that waits: what is in it at today's figures, which are the ones that are approved. */
export function ApprovalDialog({ _id, done }: { _id: string; done: () => void }) {
  const { client, payments, team } = trpc.useUtils();
  const { data, refetch } = trpc.team.approval.useQuery({ _id }, { staleTime: 0 });
  const { data: terms, refetch: askTerms } = trpc.payments.terms.useQuery(undefined, { staleTime: 0 });
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [isDeclining, setDeclining] = useState(false);
  const [answer, setAnswer] = useState('');
  const told = async () => {
    await Promise.all([team.approvals.invalidate(), payments.terms.invalidate()]);
    done();
  };
  const approve = useAction(
    (figures: Figures) =>
      client.team.approve.mutate({
        _id,
        total: figures.total,
        cartVersions: (figures.carts ?? []).map(({ version }) => version),
      }),
    { success: TEAM_NOTICES.approved, failure: TEAM_NOTICES.approveFailed, after: told },
  );
  const decline = useAction(() => client.team.decline.mutate({ _id, answer }), {
    success: TEAM_NOTICES.declined,
    failure: TEAM_NOTICES.declineFailed,
    after: told,
  });
  if (!data) return <p role="status">Loading…</p>;
  const { approval, figures, problem } = data;
  const isBusy = approve.isPending || decline.isPending;
  const showRefused = (error: unknown) => {
    setRefused(refusal(error));
    // Other figures by now, or less credit, are shown, to be approved or not.
    void refetch();
    void askTerms();
  };
  return (
    <div className={styles.form}>
      <About approval={approval} />
      {problem && <p role="alert">{problem}</p>}
      {figures && <Lines figures={figures} />}
      {figures && figures.total !== approval.total && (
        <p className="muted">{`It was ${formatMoney(approval.total)} when it was requested.`}</p>
      )}
      {figures && approval.paymentType === 'Terms' && terms?.credit && (
        <AccountCredit credit={terms.credit} total={figures.total} buyer={approval.user.name} />
      )}
      {refused && (
        <div role="alert" className={styles.refused}>
          <p>{refused.message}</p>
          <Remedies remedies={refused.remedies.filter(remedy => !isNewTotal(remedy))} onDone={told} />
        </div>
      )}
      {isDeclining && (
        <TextArea
          label={`A note to ${approval.user.name}`}
          name="answer"
          optional
          maxLength={500}
          rows={2}
          value={answer}
          onChange={event => setAnswer(event.target.value)}
        />
      )}
      <div className={styles.ways}>
        {figures && !isDeclining && (
          <Button
            look="primary"
            busy={isBusy}
            onClick={() => {
              setRefused(null);
              approve.mutate(figures, { onError: showRefused });
            }}
          >
            {`Approve ${formatMoney(figures.total)}`}
          </Button>
        )}
        <Button busy={isBusy} onClick={() => (isDeclining ? decline.mutate() : setDeclining(true))}>
          {isDeclining ? 'Decline the order' : 'Decline'}
        </Button>
      </div>
    </div>
  );
}

/** The button says it already, once the new figures are there. */
const isNewTotal = ({ again }: Remedy) => again !== undefined && 'total' in again.change;

function About({ approval }: { approval: Approval }) {
  const { user, orderName, poNumber, paymentType, shippingMethod, notes } = approval;
  const { shippingAddress, shippingCity, shippingState, shippingZip } = approval;
  const place = [shippingAddress, townLine(shippingCity, shippingState, shippingZip)];
  return (
    <Facts
      className={facts.band}
      facts={[
        ['Requested by', user.name],
        ['Order name', orderName],
        ['PO number', poNumber],
        ['Payment', PAYMENT_WORDS[paymentType].label],
        ['Delivery', SHIPPING_WORDS[shippingMethod].label],
        ['To', place.filter(Boolean).join(', ')],
        ['Notes', notes],
      ]}
    />
  );
}

function Lines({ figures }: { figures: Figures }) {
  return (
    <>
      <ul className={rows.rows}>
        {figures.cart.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one variant may stand in several carts
          <li key={index} className={rows.row}>
            <span className={rows.who}>
              <b>{line.name}</b>
              <span>{line.productNum}</span>
              {line.short !== null && <span>{line.short > 0 ? `Only ${line.short} left` : 'Sold out'}</span>}
            </span>
            <span className={rows.facts}>{`${line.quantity} × ${formatMoney(line.price)}`}</span>
          </li>
        ))}
      </ul>
      <FigureTable figures={figures} />
    </>
  );
}
