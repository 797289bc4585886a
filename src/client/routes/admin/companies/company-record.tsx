import { Link } from 'react-router-dom';
import { AccountDeeds } from '#client/features/office/account-deeds.tsx';
import { addressLine } from '#client/features/office/address-line.ts';
import { Comments } from '#client/features/office/comments.tsx';
import { LAST_ORDERS, LastOrders } from '#client/features/office/last-orders.tsx';
import { PayToRelease } from '#client/features/office/pay-to-release.tsx';
import { accountHref, recordHref } from '#client/features/office/record-links.ts';
import { Panel, RecordColumns } from '#client/features/office/record-page.tsx';
import { Ages } from '#client/features/statement/ages.tsx';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Facts } from '#client/ui/facts.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { DAY } from '#client/ui/moment.ts';
import { creditCheck, hasCredit } from '#shared/rules/credit.ts';
import { formatMoney, ZERO } from '#shared/rules/money.ts';
import { longDate, PAYMENT_WORDS, SHIPPING_WORDS } from '#shared/rules/order-facts.ts';
import type { CompanyRecord as Company } from '#shared/schemas/staff-people.ts';
import styles from './company-record.module.css';

/** One company: how it stands, who is of it, what was agreed with it, what it ordered, and what staff say of it. */
export function CompanyRecord({ company }: { company: Company }) {
  return (
    <RecordColumns beside={<Comments kind="company" subject={company._id} />}>
      <Panel title="On account">
        <Facts facts={accountOf(company)} />
        <AgesOf company={company} />
        <AccountDeeds owner={{ company: company._id }} name={company.name}>
          <ButtonLink size="small" to={accountHref(company._id)}>
            The whole account
          </ButtonLink>
        </AccountDeeds>
      </Panel>
      <Panel title="Company">
        <Facts facts={factsOf(company)} />
      </Panel>
      <Panel title="People">
        <People company={company} />
      </Panel>
      <Panel title="Prices">
        <Facts facts={pricesOf(company)} />
      </Panel>
      <Panel title="Sales tax">
        <Exemption company={company} />
      </Panel>
      {company.addresses.length > 0 && (
        <Panel title="Addresses">
          <Facts
            facts={company.addresses.map(one => [
              one.name,
              addressLine(one.address, one.city, one.state, one.zip),
            ])}
          />
        </Panel>
      )}
      <OrdersOf company={company} />
    </RecordColumns>
  );
}

/** How long what is owed is overdue, and what brings it within its limit again. */
function AgesOf({ company: { _id, name, owed, creditLimit } }: { company: Company }) {
  const asked = { company: _id, page: 1, limit: 1 };
  const { data, error, refetch } = trpc.statement.get.useQuery(asked, { staleTime: 0 });
  if (error) return <LoadError message={refusal(error).message} onRetry={refetch} />;
  return (
    <div className={styles.ages}>
      <Ages account={data} owes="Balance" hasGood="In their favor" />
      {owed > creditLimit && (
        <p className="no-print">
          <PayToRelease company={_id} name={name} />
        </p>
      )}
    </div>
  );
}

function OrdersOf({ company: { _id, name } }: { company: Company }) {
  const answer = trpc.companies.orders.useQuery(
    { company: _id, page: 1, limit: LAST_ORDERS },
    { staleTime: 0 },
  );
  return <LastOrders answer={answer} search={name} />;
}

type FactList = [label: string, value: string][];

function accountOf(company: Company): FactList {
  const { creditLimit, owed, storeCredit, termsDays } = company;
  const { available, used } = creditCheck({ owed, creditLimit, total: ZERO });
  const [limit, free] = hasCredit(company)
    ? [formatMoney(creditLimit), formatMoney(available)]
    : ['None: it pays as it orders', ''];
  return [
    ['Credit limit', limit],
    ['Owes', owed > creditLimit ? `${formatMoney(owed)}, over its limit` : formatMoney(used)],
    ['Credit left', free],
    ['Due after', termsDays === null ? '' : `${termsDays} days`],
    ['Store credit', formatMoney(storeCredit)],
  ];
}

function factsOf(company: Company): FactList {
  const { preferredPayment, preferredShipping } = company;
  return [
    ['Account number', company.accountNumber ?? ''],
    ['Email', company.email],
    ['Phone', company.phone],
    ['Address', addressLine(company.address, company.city, company.state, company.zip)],
    ['Salesperson', company.salesman],
    ['Pays', preferredPayment ? PAYMENT_WORDS[preferredPayment].name : ''],
    ['Delivery', preferredShipping ? SHIPPING_WORDS[preferredShipping].name : ''],
    ['PO number', company.poRequired ? 'Required on every order' : ''],
    ['In accounting', company.quickbooksId ?? ''],
    ['Since', DAY.format(new Date(company.createdAt))],
  ];
}

function People({ company: { users, associatedAccounts } }: { company: Company }) {
  if (users.length === 0) return <p>Nobody belongs to this company yet.</p>;
  return (
    <>
      <ul className={styles.people}>
        {users.map(({ _id, name, email, role, spendingLimit }) => (
          <li key={_id}>
            <Link to={recordHref('person', _id)}>{name || email}</Link>
            <span className="muted">{email}</span>
            <span>
              {role}
              {role === 'Member' && spendingLimit != null && `, up to ${formatMoney(spendingLimit)} an order`}
            </span>
          </li>
        ))}
      </ul>
      {associatedAccounts.length > 0 && (
        <p className="muted">
          {`May order for it, too: ${associatedAccounts.map(({ email }) => email).join(', ')}`}
        </p>
      )}
    </>
  );
}

function pricesOf({ tiers, specialPrices }: Company): FactList {
  return [
    ['Special prices', specialPrices === 0 ? 'None' : specialPrices.toLocaleString('en-US')],
    ...tiers.map(({ scope, name, percent }): [string, string] => [
      scope === 'all' ? 'Everything' : name,
      `${percent}% off`,
    ]),
  ];
}

const STATES = {
  waiting: 'waits to be looked at',
  accepted: 'accepted',
  expired: 'has expired',
  replaced: 'replaced by a newer one',
} as const;

function Exemption({ company: { _id, taxExempt, taxId, certificates } }: { company: Company }) {
  return (
    <>
      <Facts
        facts={[
          ['Exempt', taxExempt ? 'Yes' : 'No'],
          ['Tax ID', taxId],
        ]}
      />
      {certificates.length > 0 && (
        <ul className={styles.certificates} aria-label="Certificates">
          {certificates.map(one => (
            <li key={one._id}>
              <a href={`/api/v1/companies/${_id}/certificates/${one._id}`} download>
                {one.name}
              </a>
              {` ${STATES[one.state]}${one.expiresOn ? `, holds until ${longDate(one.expiresOn)}` : ''}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
