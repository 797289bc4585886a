import type { Column } from '#client/features/office/index-table.tsx';
import { RecordLink } from '#client/features/office/record-link.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import { DAY } from '#client/ui/moment.ts';
import type { CompanyColumn } from '#shared/office-lists.ts';
import { sidesOf } from '#shared/rules/credit.ts';
import { formatMoney, type Money, toCents } from '#shared/rules/money.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS, townLine } from '#shared/rules/order-facts.ts';
import type { DeskCompany } from '#shared/schemas/staff-people.ts';
import styles from './companies.module.css';

/** Adds up all that match, whatever page is shown. */
interface Sums {
  limits: Money;
  owed: Money;
  inFavor: Money;
}

/** The columns of the list of companies. */
export const COMPANY_DESK_COLUMNS: readonly (Column<DeskCompany, Sums> & { id: CompanyColumn })[] = [
  {
    id: 'company',
    head: 'Company',
    sort: 'name',
    isText: true,
    cell: ({ _id, name, city, state }) => (
      <>
        <RecordLink to={recordHref('company', _id)}>{name}</RecordLink>
        <small>{[city, state].filter(Boolean).join(', ')}</small>
      </>
    ),
    foot: () => 'All that match',
  },
  {
    id: 'owed',
    head: 'Owes',
    sort: 'owed',
    isFigure: true,
    cell: ({ owed, creditLimit }) => (
      <>
        <Sides {...sidesOf(owed)} />
        <small className={styles.over}>{owed > creditLimit ? 'over the limit' : ''}</small>
      </>
    ),
    foot: ({ owed, inFavor }) => <Sides owes={owed} inFavor={inFavor} />,
  },
  {
    id: 'limit',
    head: 'Limit',
    sort: 'limit',
    isFigure: true,
    cell: ({ creditLimit }) => (toCents(creditLimit) > 0 ? formatMoney(creditLimit) : ''),
    foot: ({ limits }) => formatMoney(limits),
  },
  { id: 'account', head: 'Account', sort: 'account', cell: ({ accountNumber }) => accountNumber },
  {
    id: 'people',
    head: 'People',
    sort: 'members',
    isFigure: true,
    cell: ({ members }) => members.toLocaleString('en-US'),
  },
  {
    id: 'prices',
    head: 'Prices',
    isText: true,
    cell: ({ percentOff, moreTiers, specialPrices }) => (
      <>
        {percentOff === null ? '' : `${percentOff}% off`}
        <small>{pricesOf(moreTiers, specialPrices)}</small>
      </>
    ),
  },
  { id: 'tax', head: 'Sales tax', cell: ({ taxExempt }) => (taxExempt ? 'Exempt' : '') },
  { id: 'salesman', head: 'Salesperson', isText: true, cell: ({ salesman }) => salesman },
  { id: 'email', head: 'Email', isText: true, cell: ({ email }) => email },
  { id: 'phone', head: 'Phone', cell: ({ phone }) => phone },
  { id: 'town', head: 'Town', isText: true, cell: ({ city, state, zip }) => townLine(city, state, zip) },
  { id: 'terms', head: 'Terms', cell: ({ termsDays }) => termsDays !== null && `${termsDays} days` },
  { id: 'po', head: 'PO number', cell: ({ poRequired }) => poRequired && 'Required' },
  {
    id: 'payment',
    head: 'Pays',
    cell: ({ preferredPayment }) => preferredPayment && PAYMENT_WORDS[preferredPayment].name,
  },
  {
    id: 'delivery',
    head: 'Delivery',
    cell: ({ preferredShipping }) => preferredShipping && SHIPPING_WORDS[preferredShipping].name,
  },
  {
    id: 'since',
    head: 'Since',
    sort: 'createdAt',
    cell: ({ createdAt }) => DAY.format(new Date(createdAt)),
  },
];

/** Shows what is owed, and apart what is in their favor: that is no debt below 0. */
function Sides({ owes, inFavor }: { owes: Money; inFavor: Money }) {
  return (
    <>
      {formatMoney(owes)}
      <small>{inFavor > 0 ? `${formatMoney(inFavor)} in their favor` : ''}</small>
    </>
  );
}

function pricesOf(moreTiers: number, specialPrices: number): string {
  const tiers = moreTiers > 0 ? [`${moreTiers} by vendor or category`] : [];
  const prices = specialPrices > 0 ? [`${specialPrices.toLocaleString('en-US')} special`] : [];
  return [...tiers, ...prices].join(', ');
}
