import { Link } from 'react-router-dom';
import type { Column } from '#client/features/office/index-table.tsx';
import { RecordLink } from '#client/features/office/record-link.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import { DAY } from '#client/ui/moment.ts';
import type { UserColumn } from '#shared/office-lists.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS, townLine } from '#shared/rules/order-facts.ts';
import type { DeskUser } from '#shared/schemas/staff-people.ts';

/** The columns of the list of users. */
export const USER_DESK_COLUMNS: readonly (Column<DeskUser> & { id: UserColumn })[] = [
  {
    id: 'name',
    head: 'Name',
    sort: 'name',
    isText: true,
    cell: ({ _id, name, email, registeredFully }) => (
      <>
        <RecordLink to={recordHref('person', _id)}>{name || email}</RecordLink>
        <small>{registeredFully ? '' : 'began to sign up'}</small>
      </>
    ),
  },
  { id: 'email', head: 'Email', sort: 'email', isText: true, cell: ({ email }) => email },
  { id: 'phone', head: 'Phone', cell: ({ phone }) => phone },
  { id: 'level', head: 'Level', cell: ({ permissionLevel }) => permissionLevel },
  {
    id: 'company',
    head: 'Company',
    isText: true,
    cell: ({ company, companyName, role }) =>
      company && (
        <>
          <Link to={recordHref('company', company)}>{companyName}</Link>
          <small>{role}</small>
        </>
      ),
  },
  {
    id: 'orders',
    head: 'Orders',
    isFigure: true,
    cell: ({ orders, lastOrderAt }) =>
      orders > 0 && (
        <>
          {orders.toLocaleString('en-US')}
          <small>{lastOrderAt && `last ${DAY.format(new Date(lastOrderAt))}`}</small>
        </>
      ),
  },
  {
    id: 'since',
    head: 'Since',
    sort: 'createdAt',
    cell: ({ createdAt }) => createdAt && DAY.format(new Date(createdAt)),
  },
  {
    id: 'confirmed',
    head: 'Email confirmed',
    cell: ({ emailConfirmed }) => emailConfirmed !== null && (emailConfirmed ? 'Yes' : 'No'),
  },
  {
    id: 'spending',
    head: 'Spending limit',
    isFigure: true,
    cell: ({ spendingLimit }) => spendingLimit !== null && formatMoney(spendingLimit),
  },
  {
    id: 'town',
    head: 'Ships to',
    isText: true,
    cell: ({ shippingCity, shippingState, shippingZip }) =>
      townLine(shippingCity, shippingState, shippingZip),
  },
  { id: 'payment', head: 'Pays', cell: ({ paymentType }) => paymentType && PAYMENT_WORDS[paymentType].name },
  {
    id: 'delivery',
    head: 'Delivery',
    cell: ({ shippingMethod }) => shippingMethod && SHIPPING_WORDS[shippingMethod].name,
  },
];
