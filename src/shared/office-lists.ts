import { RECEIPT_METHODS } from '#shared/enumerations.ts';

/** Work queues of the order desk, in the order of their tabs (rule O17). */
export const ORDER_VIEWS = [
  ...(['toPick', 'picking', 'ready', 'toShip', 'openLines'] as const),
  ...(['unpaid', 'overLimit', 'alerts', 'all'] as const),
] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

/** Lists both ways to sort by each of these; `-` in front: the largest, the latest or Z first. */
const bothWays = <Column extends string>(...columns: Column[]) =>
  columns.flatMap(column => [column, `-${column}`] as [Column, `-${Column}`]);

/** Orders by what a column shows. */
export const DESK_SORTS = bothWays('date', 'number', 'customer', 'total', 'due');
export type DeskSort = (typeof DESK_SORTS)[number];

/** Statuses that staff take an order to. It becomes Submitted by its payment alone, Canceled by PUT /orders. */
export const NEXT_STATUSES = ['Processing', 'Ready', 'Shipped', 'Completed'] as const;
export type NextStatus = (typeof NEXT_STATUSES)[number];

/** The mailbox counts no further. */
export const MAX_COUNTED_MAILS = 2500;

/** Names every kind of mail that the shop sends, in the order of its choice in the mailbox. */
export const MAIL_TEMPLATES = [
  ...(['order-confirmation', 'invoice', 'order-changed'] as const),
  ...(['order-ready', 'order-shipped', 'order-canceled'] as const),
  ...([
    'payment-link',
    'payment-received',
    'refund-issued',
    'return',
    'quote-answered',
    'account-reminder',
  ] as const),
  ...(['approval-requested', 'approval-decided', 'back-in-stock', 'new-prices'] as const),
  ...(['staff-message', 'contact', 'team-invitation'] as const),
  ...(['confirm-email', 'email-change', 'email-change-to-decide', 'email-undone'] as const),
  ...(['reset-password', 'password-changed', 'second-factor'] as const),
  ...(['api-keys-end', 'api-keys-from-before'] as const),
] as const;
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

/** Mails that staff have made anew from their order, with the links that their address may have by then. */
export const MAILS_MADE_ANEW = ['order-confirmation', 'invoice'] as const;
export const PEOPLE_SORTS = bothWays('name', 'email', 'createdAt');
export type PeopleSort = (typeof PEOPLE_SORTS)[number];

export const COMPANY_DESK_SORTS = bothWays('name', 'account', 'members', 'limit', 'owed', 'createdAt');
export type CompanyDeskSort = (typeof COMPANY_DESK_SORTS)[number];

/** How companies stand on account: `with` a limit, `without`, or `over` it. */
export const CREDIT_STATES = ['with', 'without', 'over'] as const;
export type CreditState = (typeof CREDIT_STATES)[number];
/**
 * For how many days each kind of record is kept, counted from when it was written: never fewer than `least`, and
 * `standard` until the site settings say otherwise. `books`: events of orders and log entries that tell of money,
 * goods and statuses; `handling`: the other events of orders.
 */
export const KEPT = {
  mailTexts: { least: 90, standard: 1095 },
  notifications: { least: 30, standard: 365 },
  handling: { least: 365, standard: 1095 },
  log: { least: 365, standard: 1095 },
  books: { least: 2557, standard: 3653 },
  learnedOrders: { least: 30, standard: 90 },
} as const;
export type KeptKind = keyof typeof KEPT;
export const KEPT_KINDS = Object.keys(KEPT) as [KeptKind, ...KeptKind[]];
/** A hundred years: for good. */
export const MAX_KEPT_DAYS = 36_525;

/** The most of each that the site settings hold. */
export const MAX_CLOSED_DAYS = 50;
export const MAX_POPULAR_SEARCHES = 12;
export const MAX_SYNONYMS = 200;
/** Orders of one picking list at most. */
export const MAX_PICKED_ORDERS = 100;

/** Reasons that pickers choose from, for what they don't find. Others are typed. */
export const SHORT_REASONS = ['none on shelf', 'damaged'] as const;
export const MAX_SHORT_LENGTH = 80;
/** Marks on staff's picking lists what is sold at a price that staff named. */
export const PRICE_NAMED = 'agreed price';
/** How whoever stands at the counter pays; on account it is due by their terms. */
export const COUNTER_METHODS = [...RECEIPT_METHODS, 'card', 'account'] as const;
export type CounterMethod = (typeof COUNTER_METHODS)[number];

/** Names the lists that views are kept of. */
export const LIST_SCREENS = ['orders', 'users', 'companies', 'mailbox'] as const;
export type ListScreen = (typeof LIST_SCREENS)[number];

/** Ids of the columns of each list, those first that it shows by itself. */
export const ORDER_COLUMNS = [
  ...(['number', 'customer', 'date', 'status', 'payment', 'delivery', 'units', 'total'] as const),
  ...(['job', 'po', 'email', 'phone', 'town', 'wanted', 'salesman'] as const),
] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];
export const USER_COLUMNS = [
  ...(['name', 'email', 'phone', 'level', 'company', 'orders', 'since'] as const),
  ...(['confirmed', 'spending', 'town', 'payment', 'delivery'] as const),
] as const;
export type UserColumn = (typeof USER_COLUMNS)[number];
export const COMPANY_COLUMNS = [
  ...(['company', 'owed', 'limit', 'account', 'people', 'prices', 'tax', 'salesman'] as const),
  ...(['email', 'phone', 'town', 'terms', 'po', 'payment', 'delivery', 'since'] as const),
] as const;
export type CompanyColumn = (typeof COMPANY_COLUMNS)[number];
export const MAIL_COLUMNS = [
  ...(['email', 'to', 'state', 'written', 'order'] as const),
  ...(['sent', 'attempts', 'answer'] as const),
] as const;
export type MailColumn = (typeof MAIL_COLUMNS)[number];

export const LIST_COLUMNS: Record<ListScreen, readonly string[]> = {
  orders: ORDER_COLUMNS,
  users: USER_COLUMNS,
  companies: COMPANY_COLUMNS,
  mailbox: MAIL_COLUMNS,
};
/** Those that a list shows by itself. */
export const USUAL_COLUMNS: Record<ListScreen, readonly string[]> = {
  orders: ORDER_COLUMNS.slice(0, 8),
  users: USER_COLUMNS.slice(0, 7),
  companies: COMPANY_COLUMNS.slice(0, 8),
  mailbox: MAIL_COLUMNS.slice(0, 5),
};

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** Each of the staff makes so many views of a list, and all of them together share so many. */
export const MAX_VIEWS = 20;
export const MAX_SHARED_VIEWS = 40;
export const MAX_VIEW_NAME_LENGTH = 40;
/** The tab of a saved view, of which there are many, counts no further. */
export const MAX_COUNTED_OF_VIEW = 1000;

/** So many orders are moved in one call. */
export const MAX_MOVES = 500;
/** So many rows of a list can be selected beyond its page. */
export const MAX_SELECTED = 10_000;

/** Views of bids: those that wait for prices, quotes that hold, and quotes that are over. */
export const BID_VIEWS = ['bid', 'quoted', 'over'] as const;
export type BidView = (typeof BID_VIEWS)[number];
