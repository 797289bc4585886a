import type { CatalogueRows } from '#demo/catalogue/assemble.ts';
import type { DemoClock } from '#demo/clock.ts';
import { demoId } from '#demo/demo-id.ts';
import type { OrderRows } from '#demo/orders/order-rows.ts';
import type { DemoPeople } from '#demo/people/people.ts';
import type { notifications, notificationTemplates } from '#server/notifications/tables.ts';
import { LOW_STOCK } from '#shared/constants.ts';
import { formatMoney } from '#shared/rules/money.ts';

type NewNote = typeof notifications.$inferInsert;

/** Holds one template a type (rule N5). */
const TEMPLATES: [title: string, details: string][] = [
  ['News from the counter', '{text}'],
  ['Order {number}', 'Thank you. We have received your order.'],
  ['Order {number} was changed', '{text}'],
  ['Order {number} is ready', 'Pick it up on Foundry Street, or follow the parcel from your order.'],
  ['Order {number} was canceled', '{text}'],
  ['Payment received', '{amount} for order {number}'],
  ['Return requested', 'Order {number}: {text}'],
  ['Return settled', 'Order {number}: {amount} went back to you.'],
  ['Welcome', 'Your account is ready.'],
  ['Prices change', '{vendor} changes its prices on {date}.'],
  ['Stock', '{title} is back.'],
  ['A new review', '{title}: {text}'],
];

export function demoNoteTemplates(): (typeof notificationTemplates.$inferInsert)[] {
  return TEMPLATES.map(([title, details], type) => ({
    _id: demoId('notification template', type),
    type,
    title,
    details,
    link: null,
  }));
}

const RECENT = 12;
const DAY_MS = 86_400_000;

/** Lists what staff and customers were told of late: about orders, low shelves, prices and returns. */
export function demoNotes(
  people: DemoPeople,
  orders: OrderRows,
  catalogue: CatalogueRows,
  clock: DemoClock,
): NewNote[] {
  const since = new Date(clock.now.getTime() - RECENT * DAY_MS).toISOString();
  const readBefore = new Date(clock.now.getTime() - 2 * DAY_MS).toISOString();
  const notes: NewNote[] = [];
  const tell = (to: { _id: string }, note: Omit<NewNote, '_id' | 'user'> & { createdAt: string }) =>
    notes.push({
      _id: demoId('notification', `${to._id} ${notes.length}`),
      user: to._id,
      read: note.createdAt < readBefore,
      ...note,
    });
  for (const order of orders.orders) {
    const at = order.createdAt ?? '';
    if (at < since || order.status === 'Held') continue;
    const title = `Order ${order.orderNumber}`;
    for (const one of people.staff)
      tell(one, {
        type: 1,
        title,
        details: `${order.name}, ${formatMoney(order.total)}`,
        link: `/admin/orders/${order._id}`,
        createdAt: at,
      });
    const user = order.user ? { _id: order.user } : null;
    if (!user) continue;
    const link = `/user/orders/${order._id}`;
    tell(user, { type: 1, title, details: 'Thank you. We have received your order.', link, createdAt: at });
    const later = clock.later(at, 26);
    if (order.status === 'Ready' || order.status === 'Shipped')
      tell(user, {
        type: 3,
        title: `${title} is ${order.status === 'Ready' ? 'ready for pick-up' : 'on its way'}`,
        details: '',
        link,
        createdAt: later,
      });
    if (order.status === 'Canceled')
      tell(user, { type: 4, title: `${title} was canceled`, details: '', link, createdAt: later });
  }
  tellStaff(people, orders, catalogue, clock, tell);
  return notes;
}

type Tell = (to: { _id: string }, note: Omit<NewNote, '_id' | 'user'> & { createdAt: string }) => void;

function tellStaff(
  people: DemoPeople,
  orders: OrderRows,
  catalogue: CatalogueRows,
  clock: DemoClock,
  tell: Tell,
): void {
  const low = catalogue.products
    .filter(({ draft, keeping }) => keeping.publish && draft.popularity > 0.55)
    .flatMap(({ draft, row, variants }) => variants.map(variant => ({ draft, row, variant: variant.row })))
    .filter(({ variant }) => (variant.stock ?? 0) > 0 && (variant.stock ?? 0) < LOW_STOCK)
    .slice(0, 8);
  for (const one of people.staff) {
    for (const [index, { draft, row, variant }] of low.entries())
      tell(one, {
        type: 10,
        title: `${variant.productNum}: ${variant.stock} left`,
        details: draft.title,
        link: `/admin/products/${row._id}?variants=${variant._id}`,
        createdAt: clock.daysAgo(index, 13, index),
      });
    for (const asked of orders.returns.filter(({ status }) => status === 'Requested'))
      tell(one, {
        type: 6,
        title: 'Return requested',
        details: '',
        link: `/admin/orders/${asked.order}`,
        createdAt: asked.createdAt ?? clock.daysAgo(1),
      });
  }
  const trade = people.companies.flatMap(({ people: own }) => own);
  for (const user of trade) {
    tell(user, {
      type: 9,
      title: 'Kestrel Motion changes its prices',
      details: 'By 4% on the first of next month. Carts that you send as bids before then keep the old ones.',
      link: '/products?vendor=Kestrel+Motion',
      createdAt: clock.daysAgo(3, 15),
    });
    tell(user, {
      type: 0,
      title: 'Counter closed on Thursday',
      details: 'We count the shelves. Orders on the web leave as always.',
      createdAt: clock.daysAgo(6, 15),
    });
  }
}
