import { type FormEvent, useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { useSessionOf } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { amountOf, LIMIT_HINT } from '#client/routes/user/team/limit.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { SelectField, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf } from '#client/ui/form-errors.ts';
import rows from '#client/ui/rows.module.css';
import { COMPANY_NOTICES, TEAM_NOTICES } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { type CompanyRole, canLeavePrimary } from '#shared/rules/permissions.ts';
import type { Company } from '#shared/schemas/companies.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './team.module.css';

type Member = Company['users'][number];
interface Props {
  user: User;
  company: Company;
  put: (company: Company) => void;
}

/** Lists who buys for the company; its Primary says as what, and up to how much. */
export function Members({ user, company, put }: Props) {
  const [changing, setChanging] = useState<Member | null>(null);
  const isPrimary = user.role === 'Primary';
  const primaries = company.users.filter(({ role }) => role === 'Primary').length;
  return (
    <section aria-labelledby="members" className={styles.part}>
      <h2 id="members">People</h2>
      <ul className={rows.rows}>
        {company.users.map(member => (
          <li key={member._id} className={rows.row}>
            <span className={rows.who}>
              <b>{member._id === user._id ? `${member.name} (you)` : member.name}</b>
              <span>{member.email}</span>
            </span>
            <span className={rows.facts}>
              <span>{member.role}</span>
              {limitText(member)}
            </span>
            {isPrimary && (
              <span className={rows.actions}>
                <Button size="small" aria-label={`Change ${member.name}`} onClick={() => setChanging(member)}>
                  Change
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <Dialog
        open={changing !== null}
        onClose={() => setChanging(null)}
        title={changing ? `Change what ${changing.name} may do` : ''}
      >
        {changing && (
          <MemberForm
            member={changing}
            company={company}
            isLast={!canLeavePrimary(changing, primaries)}
            isSelf={changing._id === user._id}
            done={changed => {
              if (changed) put(changed);
              setChanging(null);
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

function limitText({ role, spendingLimit }: Member) {
  if (spendingLimit === undefined || role === 'Primary') return null;
  return <span>{spendingLimit === null ? 'No limit' : `${formatMoney(spendingLimit)} per order`}</span>;
}

interface FormProps {
  member: Member;
  company: Company;
  isLast: boolean;
  isSelf: boolean;
  done: (changed: Company | null) => void;
}

function MemberForm({ member, company, isLast, isSelf, done }: FormProps) {
  const { client } = trpc.useUtils();
  const renew = useSessionOf();
  const [role, setRole] = useState<CompanyRole>(member.role);
  const [limitError, setLimitError] = useState<string | null>(null);
  const save = useAction(
    async (asked: { role: CompanyRole; spendingLimit: ReturnType<typeof amountOf> }) => {
      const { _id } = member;
      const changed =
        asked.role !== member.role && (await client.team.setRole.mutate({ user: _id, role: asked.role }));
      const { spendingLimit } = asked;
      if (asked.role === 'Primary' || spendingLimit === undefined) return changed || company;
      return client.team.setLimit.mutate({ user: _id, spendingLimit });
    },
    {
      success: TEAM_NOTICES.changedMember,
      failure: TEAM_NOTICES.changeMemberFailed,
      after: async changed => {
        done(changed);
        if (isSelf) await renew();
      },
    },
  );
  const remove = useAction(
    () => client.companies.removeUser.mutate({ companyId: company._id, userId: member._id }),
    {
      success: COMPANY_NOTICES.removedUser,
      failure: TEAM_NOTICES.removeUserFailed,
      after: async left => {
        done(left);
        if (isSelf) await renew();
      },
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const spendingLimit = amountOf(textsOf(event.currentTarget).spendingLimit ?? '');
    if (spendingLimit === undefined) return setLimitError('is not an amount');
    save.mutate(
      { role, spendingLimit },
      { onError: error => setLimitError(refusal(error).issues[0]?.message ?? null) },
    );
  };
  return (
    <Form className={styles.form} onSubmit={submit} aria-label={`Role and limit of ${member.name}`}>
      <SelectField
        label="Role"
        name="role"
        value={role}
        disabled={isLast}
        hint={
          isLast
            ? 'A company must have at least one Primary.'
            : 'A Primary manages the team and approves orders; a Member buys.'
        }
        onChange={event => setRole(event.target.value === 'Primary' ? 'Primary' : 'Member')}
      >
        <option>Primary</option>
        <option>Member</option>
      </SelectField>
      {role === 'Member' && (
        <TextField
          label="Spending limit per order, $"
          name="spendingLimit"
          inputMode="decimal"
          optional
          defaultValue={member.spendingLimit == null ? '' : member.spendingLimit.toFixed(2)}
          hint={LIMIT_HINT}
          error={limitError}
          onChange={() => setLimitError(null)}
        />
      )}
      <div className={styles.formActions}>
        <Button look="primary" type="submit" busy={save.isPending || remove.isPending}>
          Save
        </Button>
        {!isLast && (
          <Button look="quiet" onClick={() => remove.mutate()} busy={save.isPending || remove.isPending}>
            {isSelf ? 'Leave the company' : 'Remove from the company'}
          </Button>
        )}
      </div>
    </Form>
  );
}
