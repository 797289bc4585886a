import { useParams } from 'react-router-dom';
import { useAction } from '#client/features/notices/notices.ts';
import { SignInForm } from '#client/features/session/account-forms.tsx';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { MOMENT } from '#client/ui/moment.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { USER_NOTICES } from '#shared/messages.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import type { EmailChangeShown } from '#shared/schemas/auth.ts';
import styles from './email-change.module.css';

const stay = () => undefined;

/** /email-change/:id: where the mail leads by which the Admins are asked about a customer's new address. */
export function Component() {
  const { id = '' } = useParams();
  const user = useUser();
  const mayDecide = user !== null && isAdmin(user);
  const { data, error, refetch } = trpc.emailChanges.byId.useQuery(
    { id },
    { enabled: mayDecide, retry: false, staleTime: 0 },
  );
  return (
    <div className={`container ${styles.page}`}>
      <PageHead title="A new e-mail address" description="Decide on a new email address." hidden />
      <h1>A customer’s new e-mail address</h1>
      {!user && (
        <div className={styles.form}>
          <SignInForm then={stay} />
        </div>
      )}
      {user && !mayDecide && (
        <p role="alert">Only an Admin can decide this. You are signed in as {user.email}.</p>
      )}
      {mayDecide && error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {mayDecide && !data && !error && <p role="status">Loading…</p>}
      {mayDecide && data && <Change change={data} />}
    </div>
  );
}

const at = (moment: string | null) => (moment === null ? 'Not yet' : MOMENT.format(new Date(moment)));

const STATES: Record<EmailChangeShown['state'], string> = {
  waiting: 'Waiting',
  done: 'In effect',
  withdrawn: 'Withdrawn or expired',
  refused: 'Refused',
  undone: 'Undone',
};

function Change({ change }: { change: EmailChangeShown }) {
  const { _id, asks } = change;
  const queries = trpc.useUtils();
  const decide = useAction((accept: boolean) => queries.client.emailChanges.decide.mutate({ _id, accept }), {
    success: USER_NOTICES.emailDecided,
    failure: USER_NOTICES.emailDecideFailed,
    after: decided => queries.emailChanges.byId.setData({ id: _id }, decided),
  });
  const refused = decide.error ? refusal(decide.error) : null;
  const facts: (readonly [string, string])[] = [
    ['Account', `${change.user.name}, ${change.user.email}`],
    ['Old address', change.oldEmail],
    ['New address', change.newEmail],
    ['Requested by', `${change.askedBy ?? 'someone whose account is gone'} (${change.askedAs})`],
    ['Why', change.reason || 'No reason was given.'],
    ['Requested', at(change.createdAt)],
    ['New address confirmed', at(change.newConfirmedAt)],
    ['Old address agreed', at(change.oldConfirmedAt)],
    ...(change.objectedAt ? [['Old address objected', at(change.objectedAt)] as const] : []),
    ...(change.decidedBy ? [['Decided by', `${change.decidedBy}, ${at(change.decidedAt)}`] as const] : []),
    ['State', STATES[change.state]],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <FactRow key={name} name={name} value={value} />
        ))}
      </dl>
      {refused && <p role="alert">{refused.message}</p>}
      {asks === null ? (
        <p>There is nothing to decide.</p>
      ) : (
        <div className={styles.ways}>
          <Button look="primary" busy={decide.isPending} onClick={() => decide.mutate(true)}>
            {asks === 'approve' ? 'Approve the new address' : 'Keep the new address'}
          </Button>
          <Button busy={decide.isPending} onClick={() => decide.mutate(false)}>
            {asks === 'approve' || change.state === 'waiting' ? 'Refuse it' : 'Restore the old address'}
          </Button>
        </div>
      )}
      {asks === 'objection' && change.state === 'done' && (
        <p className="muted">
          Restoring the old address signs everyone out of the account, ends its API keys and links, and emails
          the old address a link to set a new password.
        </p>
      )}
    </>
  );
}

function FactRow({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
