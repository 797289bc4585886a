import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { notify, useFailureNotice } from '#client/features/notices/notices.ts';
import { recordHref } from '#client/features/office/record-links.ts';
import { refusal } from '#client/refusal.ts';
import { ActDetails } from '#client/routes/admin/act-details.tsx';
import { DeclineAct } from '#client/routes/admin/decline-act.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { MOMENT } from '#client/ui/moment.ts';
import type { WaitingActKind } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { ORDER_LABELS } from '#shared/office-labels.ts';
import { MONEY_NOTICES } from '#shared/office-messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { MAX_LISTED_ACTS } from '#shared/rules/waiting-acts.ts';
import type { DecideAct, WaitingAct } from '#shared/schemas/waiting-acts.ts';
import styles from './today.module.css';

const SHOWN = 20;

const KINDS: Record<WaitingActKind, string> = {
  refund: 'Refund',
  edit: 'Change',
  return: 'Return',
  grant: 'Store credit',
  order: 'New order',
  quote: 'Quote',
};

interface Props {
  /** An Admin, who says yes or no to them; an Employee sees what they asked for themselves, and waits. */
  decides: boolean;
}

/** Acts of Employees above what they may do, with what each would do; nothing while there are none. */
export function WaitingActs({ decides }: Props) {
  const [limit, setLimit] = useState(SHOWN);
  const { data, error, refetch } = trpc.approvals.list.useQuery(
    { limit },
    { staleTime: 0, placeholderData: before => before },
  );
  return (
    <>
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {data && data.acts.length > 0 && (
        <section className={styles.waiting} aria-labelledby="waiting-acts">
          <h2 id="waiting-acts">{decides ? 'Waiting for you' : 'Waiting for an Admin'}</h2>
          <ul>
            {data.acts.map(act => (
              <Act key={act._id} act={act} decides={decides} />
            ))}
          </ul>
          {data.total > data.acts.length && (
            <p className={styles.more}>
              {`These ${data.acts.length} of ${data.total.toLocaleString('en-US')} wait longest.`}{' '}
              {limit < MAX_LISTED_ACTS && (
                <Button size="small" onClick={() => setLimit(Math.min(limit + SHOWN, MAX_LISTED_ACTS))}>
                  Show more
                </Button>
              )}
            </p>
          )}
        </section>
      )}
    </>
  );
}

const ABOUT: Record<WaitingAct['contents']['why'], string> = {
  ...{ limit: '', prices: ' off their prices', credit: ' above the credit limit' },
};

/** Names it, and its sum: what goes back, is taken off the customer's prices, or goes above a credit limit. */
function titleOf({ kind, orderNumber, amount, contents: { whom, why } }: WaitingAct): string {
  const of = orderNumber ? `, order ${orderNumber}` : '';
  const sum = formatMoney(amount) + ABOUT[why];
  return `${KINDS[kind]}${of}${whom && ` for ${whom}`}: ${sum}`;
}

function Act({ act, decides }: Props & { act: WaitingAct }) {
  const { order, cart, askedBy, createdAt } = act;
  const href = order ? recordHref('order', order) : cart && `/admin/bids/${cart}`;
  const title = titleOf(act);
  return (
    <li>
      {href ? <Link to={href}>{title}</Link> : <b>{title}</b>}
      <span className={styles.since}>{`${askedBy}, ${MOMENT.format(new Date(createdAt))}`}</span>
      {act.isOver && <p className={styles.refused}>{overWords(act)}</p>}
      <ActDetails act={act} asker={decides ? askedBy || 'whoever asked for it' : 'you'} />
      {decides && <Decide act={act} title={title} />}
    </li>
  );
}

/** Says that it can’t be done any more, whoever looks. */
const overWords = ({ cart }: WaitingAct): string =>
  `Its ${cart ? 'cart' : 'order'} was changed after it was asked for: as it stands it can’t be done any more.`;

type Decision = Omit<DecideAct, '_id'>;

/** The buttons by which an Admin says yes or no to an act, and why it can’t be done. */
function Decide({ act, title }: { act: WaitingAct; title: string }) {
  const { client, approvals, orders, carts } = trpc.useUtils();
  const notice = useFailureNotice();
  const [asks, setAsks] = useState(false);
  const [refusedFor, setRefusedFor] = useState('');
  const readAgain = () => Promise.all([approvals.invalidate(), orders.invalidate(), carts.invalidate()]);
  const decide = useMutation({
    mutationFn: (said: Decision) => client.approvals.decide.mutate({ _id: act._id, ...said }),
    onMutate: () => {
      notice.end();
      setRefusedFor('');
    },
    onSuccess: async (_, { approve }) => {
      setAsks(false);
      await readAgain();
      notify(approve ? MONEY_NOTICES.approved : MONEY_NOTICES.declined);
    },
    onError: async (error, { approve }) => {
      const { reason, details, issues } = refusal(error);
      const ended = reason === 'act_state' ? endOf(details) : undefined;
      if (ended) notice.say(ended);
      else notice.tell(error, MONEY_NOTICES.decideFailed);
      // A no shows what is wrong with it in its dialog.
      if (approve) setRefusedFor(issues.map(issue => issueWords(act, issue)).join(' '));
      await readAgain();
    },
  });
  return (
    <>
      {refusedFor && (
        <p role="alert" className={styles.refused}>
          {`It can’t be done: ${refusedFor}`}
        </p>
      )}
      <span className={styles.decide}>
        {!act.isOver && (
          <Button
            size="small"
            look="primary"
            busy={decide.isPending}
            aria-label={`Approve: ${title}`}
            onClick={() =>
              decide.mutate({ approve: true, reason: '', aboveCredit: act.contents.aboveCredit })
            }
          >
            Approve
          </Button>
        )}
        <Button
          size="small"
          busy={decide.isPending}
          aria-label={`Decline: ${title}`}
          onClick={() => setAsks(true)}
        >
          Decline
        </Button>
      </span>
      {asks && (
        <DeclineAct
          title={title}
          askedBy={act.askedBy}
          isPending={decide.isPending}
          decline={reason => decide.mutateAsync({ approve: false, reason })}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

const ENDS = MONEY_NOTICES.actEnded;

const endOf = (details: unknown) => {
  const state = (details as { state?: string } | undefined)?.state ?? '';
  return state in ENDS ? ENDS[state as keyof typeof ENDS] : undefined;
};

/** Says what is wrong, of which line where it is one of a new order. */
function issueWords(
  { kind, contents }: WaitingAct,
  { path: [field = '', nth], message }: FieldIssue,
): string {
  const line = kind === 'order' && field === 'cart' && typeof nth === 'number' ? contents.lines[nth] : null;
  if (line) return `${line.productNum || line.name}: ${message}.`;
  const label = { ...ORDER_LABELS, couponCode: 'Coupon' }[field as string] ?? field;
  return /^[a-z]/.test(message) ? `${label} ${message}.` : message;
}
