import { type FormEvent, useRef, useState } from 'react';
import { EmailState } from '#client/features/accounts/email-state.tsx';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { amountOf, LIMIT_HINT } from '#client/routes/user/team/limit.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { SelectField, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { DAY } from '#client/ui/moment.ts';
import rows from '#client/ui/rows.module.css';
import { TEAM_NOTICES } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { Invitation, Invite } from '#shared/schemas/team.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './team.module.css';

/** Lists who was asked to join, and shows the form that asks. */
export function Invitations({ user }: { user: User }) {
  const queries = trpc.useUtils();
  const { data: open = [] } = trpc.team.invitations.useQuery({}, { staleTime: 0 });
  const put = (invitations: Invitation[]) => queries.team.invitations.setData({}, invitations);
  return (
    <section aria-labelledby="invite" className={styles.part}>
      <h2 id="invite">Invite someone</h2>
      <EmailState user={user} />
      {user.emailConfirmed && <InviteForm put={put} />}
      {open.length > 0 && (
        <>
          <h3>Waiting for an answer</h3>
          <ul className={rows.rows}>
            {open.map(invitation => (
              <OpenInvitation key={invitation._id} {...{ invitation, put }} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function InviteForm({ put }: { put: (invitations: Invitation[]) => void }) {
  const { client } = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const [role, setRole] = useState<Invite['role']>('Member');
  const invite = useAction((asked: Invite) => client.team.invite.mutate(asked), {
    failure: TEAM_NOTICES.inviteFailed,
    after: put,
    success: () => TEAM_NOTICES.invited,
  });
  const isReady = useHydrated();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { email = '', spendingLimit = '' } = textsOf(event.currentTarget);
    const amount = amountOf(spendingLimit);
    if (amount === undefined) return show([{ path: ['spendingLimit'], message: 'is not an amount' }]);
    invite.mutate(
      { email, role, spendingLimit: role === 'Primary' ? null : amount },
      { onSuccess: () => form.current?.reset(), onError: error => show(refusal(error).issues) },
    );
  };
  return (
    <Form className={styles.inviteForm} ref={form} onSubmit={submit} aria-labelledby="invite">
      <TextField label="E-mail" type="email" autoComplete="off" maxLength={254} {...field('email')} />
      <SelectField
        label="Role"
        name="role"
        value={role}
        onChange={event => setRole(event.target.value === 'Primary' ? 'Primary' : 'Member')}
      >
        <option>Member</option>
        <option>Primary</option>
      </SelectField>
      <TextField
        label="Spending limit per order, $"
        inputMode="decimal"
        optional
        disabled={role === 'Primary'}
        autoComplete="off"
        hint={role === 'Primary' ? 'A Primary has none.' : LIMIT_HINT}
        {...field('spendingLimit')}
      />
      <Button look="primary" type="submit" unable={!isReady} busy={invite.isPending}>
        {invite.isPending ? 'Sending' : 'Send the invitation'}
      </Button>
    </Form>
  );
}

function OpenInvitation({
  invitation,
  put,
}: {
  invitation: Invitation;
  put: (invitations: Invitation[]) => void;
}) {
  const { client } = trpc.useUtils();
  const { _id, email, role, spendingLimit, expiresAt } = invitation;
  const resend = useAction(() => client.team.resend.mutate({ _id }), {
    success: TEAM_NOTICES.invited,
    failure: TEAM_NOTICES.inviteFailed,
    after: put,
  });
  const withdraw = useAction(() => client.team.withdraw.mutate({ _id }), {
    success: TEAM_NOTICES.withdrawn,
    failure: TEAM_NOTICES.withdrawFailed,
    after: put,
  });
  const isOver = Date.parse(expiresAt) < Date.now();
  const until = DAY.format(new Date(expiresAt));
  return (
    <li className={rows.row}>
      <span className={rows.who}>
        <b>{email}</b>
        <span>{isOver ? `Expired ${until}` : `Expires ${until}`}</span>
      </span>
      <span className={rows.facts}>
        <span>{role}</span>
        {spendingLimit !== null && <span>{`${formatMoney(spendingLimit)} per order`}</span>}
      </span>
      <span className={rows.actions}>
        <Button
          size="small"
          aria-label={`Send again to ${email}`}
          busy={resend.isPending}
          onClick={() => resend.mutate()}
        >
          Send again
        </Button>
        <Button
          size="small"
          look="quiet"
          aria-label={`Withdraw the invitation to ${email}`}
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          Withdraw
        </Button>
      </span>
    </li>
  );
}
