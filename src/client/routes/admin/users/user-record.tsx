import { Link } from 'react-router-dom';
import { AccountDeeds } from '#client/features/office/account-deeds.tsx';
import { addressLine } from '#client/features/office/address-line.ts';
import { Comments } from '#client/features/office/comments.tsx';
import { LAST_ORDERS, LastOrders } from '#client/features/office/last-orders.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import { Panel, RecordColumns } from '#client/features/office/record-page.tsx';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Facts } from '#client/ui/facts.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { DAY } from '#client/ui/moment.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS } from '#shared/rules/order-facts.ts';
import type { UserRecord as Account } from '#shared/schemas/staff-people.ts';

/** One account: who it is, what they may and have, what they ordered, and what staff say of them. */
export function UserRecord({ user }: { user: Account }) {
  if (user.isLimited) return <StaffAccount user={user} />;
  return (
    <RecordColumns beside={<Comments kind="user" subject={user._id} />}>
      <Panel title="Account">
        <Facts facts={factsOf(user)} />
        {user.company ? (
          <EarlierAccount user={user} />
        ) : (
          <AccountDeeds owner={{ user: user._id }} name={nameOf(user)} />
        )}
      </Panel>
      {user.company && (
        <Panel title="Company">
          <p>
            <Link to={recordHref('company', user.company)}>{user.companyName}</Link>
          </p>
          <Facts facts={roleOf(user)} />
        </Panel>
      )}
      <Panel title="Addresses and preferences">
        <Facts facts={preferencesOf(user)} />
      </Panel>
      <OrdersOf user={user} />
    </RecordColumns>
  );
}

const nameOf = ({ name, email }: Account) => name || email;

/** Money and debts that were somebody's own before they joined their company, as long as there are any. */
function EarlierAccount({ user }: { user: Account }) {
  const owner = { user: user._id };
  const { data: debts, error, refetch } = trpc.receipts.debts.useQuery(owner, { staleTime: 0 });
  if (error) return <LoadError message={refusal(error).message} onRetry={refetch} />;
  if (!debts || (debts.owed === 0 && debts.onAccount === 0)) return null;
  return (
    <>
      <p>Their own, from before they joined {user.companyName}:</p>
      <AccountDeeds owner={owner} name={nameOf(user)} hasCredit={false} />
    </>
  );
}

/** To an Employee one of the staff is a name, an address and a level (rule A3). */
function StaffAccount({ user }: { user: Account }) {
  return (
    <RecordColumns beside={<Comments kind="user" subject={user._id} />}>
      <Panel title="Account">
        <Facts
          facts={[
            ['Email', user.email],
            ['Level', user.permissionLevel],
          ]}
        />
        <p className="muted">The rest of a staff account is for Admins.</p>
      </Panel>
    </RecordColumns>
  );
}

function OrdersOf({ user }: { user: Account }) {
  const answer = trpc.orders.list.useQuery({ user: user._id, page: 1, limit: LAST_ORDERS }, { staleTime: 0 });
  return <LastOrders answer={answer} search={user.email} />;
}

type FactList = [label: string, value: string][];

function factsOf(user: Account): FactList {
  const { email, emailConfirmed, pendingEmail, phone, permissionLevel, registeredFully, hasPassword } = user;
  return [
    ['Email', emailConfirmed ? email : `${email}, not confirmed`],
    ['New address, not confirmed yet', pendingEmail ?? ''],
    ['Phone', phone],
    ['Level', permissionLevel],
    ['Since', DAY.format(new Date(user.createdAt))],
    ['Sign-up', registeredFully ? '' : 'Begun, not finished'],
    ['Password', hasPassword ? '' : 'None yet'],
    [user.company ? 'Store credit of the company' : 'Store credit', formatMoney(user.storeCredit)],
    ['Special prices', user.specialPrices > 0 ? user.specialPrices.toLocaleString('en-US') : ''],
  ];
}

function roleOf({ role, spendingLimit }: Account): FactList {
  return [
    ['Role', role ?? ''],
    [
      'Spending limit',
      role === 'Primary' ? '' : spendingLimit === null ? 'None' : `${formatMoney(spendingLimit)} an order`,
    ],
  ];
}

function preferencesOf(user: Account): FactList {
  const { paymentType, shippingMethod } = user;
  const facts: FactList = [
    ['Ships to', addressLine(user.shippingAddress, user.shippingCity, user.shippingState, user.shippingZip)],
    ['Bills to', addressLine(user.billingAddress, user.billingCity, user.billingState, user.billingZip)],
    ['Pays', paymentType ? PAYMENT_WORDS[paymentType].name : ''],
    ['Delivery', shippingMethod ? SHIPPING_WORDS[shippingMethod].name : ''],
  ];
  return facts.some(([, value]) => value) ? facts : [['Said so far', 'Nothing']];
}
