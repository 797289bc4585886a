import { randomUUID } from 'node:crypto';
import { hashPassword } from '#server/auth/passwords.ts';
import { emails } from '#server/mail/tables.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { openShop } from './open-shop.ts';
import { PASSWORD, PEOPLE } from './people.ts';

const database = await openShop();
const { db } = database;
const passwordHash = await hashPassword(PASSWORD);
const person = (name: string, email: string, permissionLevel: 'Admin' | 'Employee' | 'Retail') =>
  makeUser(db, { name, email, passwordHash, permissionLevel });
await person('Erin Field', PEOPLE.employee, 'Employee');
const ada = await person('Ada Stone', PEOPLE.admin, 'Admin');
const rae = await person('Rae Moss', PEOPLE.retail, 'Retail');
const pull = await makeVariant(db, { productNum: 'HP-4410-BN', price: usd(6.85), stock: 10_000 });

const [order] = await db
  .insert(orders)
  .values({
    ...{ name: 'Rae Moss', email: PEOPLE.retail, user: rae._id, status: 'Submitted' as const },
    ...{ orderKey: 'mailbox', idempotencyKey: 'mailbox', requestHash: '', poNumber: 'PO-9' },
    ...{ paymentType: 'Check' as const, shippingMethod: 'local' as const, taxRate: 0 },
    ...{ date: '2026-01-05', deliveryDate: '2026-01-07', dueDate: '2999-01-01' },
    ...{ subTotal: usd(27.4), discount: usd(0), shipping: usd(0), tax: usd(0), storeCredit: usd(0) },
    ...{ total: usd(27.4), linesText: 'avalon bar pull\nhp-4410-bn\n' },
  })
  .returning();
if (!order) throw new Error('no order was made');
const free = { itemShipping: usd(0), itemTax: usd(0), itemDiscount: usd(0), itemCredit: usd(0) };
await db.insert(orderLines).values({
  ...{ order: order._id, position: 0, productId: pull.productId, variantId: pull.variantId },
  ...{ name: 'Avalon Bar Pull', productNum: pull.productNum, quantity: 4, fulfilled: 0 },
  ...{ price: usd(6.85), originalPrice: usd(6.85), ...free },
});

const HOUR_MS = 3_600_000;
let made = 0;
/** Each an hour older than the one before. */
function mail(subject: string, said: Partial<typeof emails.$inferInsert>) {
  made += 1;
  const _id = randomUUID();
  const createdAt = new Date(Date.now() - made * HOUR_MS).toISOString();
  return {
    ...{ _id, subject, template: 'staff-message', to: PEOPLE.retail, status: 'sent' as const, attempts: 1 },
    ...{ html: `<!doctype html><html lang="en"><head><title>${subject}</title></head><body>` },
    ...{ text: subject, messageId: `<${_id}@shop>`, createdAt, sentAt: createdAt },
    ...said,
  };
}
const page = (words: string) =>
  `<!doctype html><html lang="en"><head><title>Mail</title></head><body style="margin:0"><h1>Knurl</h1><p>${words}</p></body></html>`;
const reset = randomUUID();

await db.insert(emails).values([
  ...Array.from({ length: 26 }, (_, n) => mail(`About your pulls ${n + 1}`, { html: page('Hello') })),
  mail('Your pulls are here', {
    ...{ status: 'failed', sentAt: null, attempts: 13, order: order._id, user: rae._id },
    ...{ response: '550 5.1.1 no such mailbox', text: 'Hello Rae,\n\nYour pulls are here.' },
    html: page(
      'Hello Rae, your <a href="https://example.com/pulls">pulls</a> are here.<script>document.body.append("a script ran")</script>',
    ),
  }),
  mail('Set a new password', {
    ...{ _id: reset, template: 'reset-password', user: rae._id },
    ...{ text: `Set a new password: [link 0 of ${reset}]` },
    html: page(`<a href="[link 0 of ${reset}]">Set a new password</a>`),
  }),
  mail('For Ada alone', { to: PEOPLE.admin, user: ada._id, toStaff: true, html: page('Psst') }),
]);
await database.close();
