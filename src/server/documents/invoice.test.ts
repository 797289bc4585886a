import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import type { SessionUser } from '#server/context.ts';
import { coupons } from '#server/coupons/tables.ts';
import { invoiceOf } from '#server/documents/invoice.ts';
import type { Printer } from '#server/documents/printer.ts';
import { shopLogo } from '#server/documents/shop-logo.ts';
import { orders } from '#server/orders/tables.ts';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { appRouter } from '#server/router.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { close, readPdf } from '#server/test/read-pdf.ts';
import { guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import { formatMoney, subtractMoney, toMoney, ZERO } from '#shared/rules/money.ts';
import type { Order, OrderLine } from '#shared/schemas/orders.ts';

let shop: Selling;
let app: FastifyInstance;
let printer: Printer;
let owner: SessionUser;

beforeAll(async () => {
  shop = await openShop();
  const doors = await openDoors(shop.database, appRouter);
  app = doors.app;
  printer = doors.parts.printer;
  owner = await makeUser(shop.app.db, { company: await makeCompany(shop.app.db, { name: 'Carver & Sons' }) });
});
afterAll(async () => {
  await printer.close();
  await app.close();
  await shop.close();
});

const site = {
  name: 'Knurl',
  publicUrl: 'https://knurl.example',
  phone: '(512) 555-0100',
  email: 'desk@knurl.example',
  address: '1200 Foundry Street, Austin, TX 78702',
  counter: null,
  timeZone: 'America/Chicago',
};

async function paid(seller: SessionUser | null, more: object = {}): Promise<Order> {
  const pull = await makeVariant(shop.app.db, { price: usd(12.5) }, { title: 'Avalon Bar Pull' });
  const knob = await makeVariant(shop.app.db, { price: usd(3.35) }, { title: 'Quiet Knob' });
  const caller = shop.as(seller);
  const asked = { cart: [lineOf(pull, 4), lineOf(knob, 3)], shippingMethod: 'ground' as const, ...more };
  const { total } = await caller.orders.getCost(asked);
  const order = await caller.orders.submit({ ...guest, ...asked, total, idempotencyKey: randomUUID() });
  const { _id, orderKey } = order;
  await caller.payments.charge({ order: { _id, orderKey }, card: { testOutcome: 'approve' } });
  return { ...(await caller.orders.byId({ id: _id, orderKey })), orderKey };
}

const ask = async (url: string, user: SessionUser | null = null) => {
  const bearer = user && (await createApiKey(shop.app.db, user, { name: 'test', scopes: KEY_SCOPES })).key;
  return app.inject({ url, headers: bearer ? { authorization: `Bearer ${bearer}` } : {} });
};
const address = ({ _id }: Order, key?: string) =>
  `/orders/${_id}/invoice.pdf${key === undefined ? '' : `?${new URLSearchParams({ orderKey: key })}`}`;

describe('the invoice of an order', () => {
  it('has every figure of the order, and says who bought what', async () => {
    const { db } = shop.app;
    await db.insert(coupons).values({ code: 'TENOFF', type: 0, value: 10 });
    await db.insert(storeCreditEntries).values({ company: owner.company, kind: 'granted', amount: usd(5) });
    const order = await paid(owner, { couponCode: 'TENOFF', useStoreCredit: true });
    const answer = await ask(address(order), owner);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="invoice-${order.orderNumber}.pdf"`,
      'cache-control': 'private, no-store',
    });
    const pages = readPdf(answer.rawPayload);
    expect(pages).toHaveLength(1);
    const text = close(pages[0] ?? '');
    // 4 × 12.50 + 3 × 3.35 = 60.05, 10 % of it 6.005.
    expect([order.subTotal, order.discount, order.storeCredit]).toEqual([60.05, 6.01, 5]);
    for (const said of [
      `Order ${order.orderNumber}`,
      'Bill to Carver & Sons Ada Carver 12 Mill Lane Austin, TX 78701',
      'Terms Paid by card',
      'Avalon Bar Pull 4 $12.50 $50.00',
      'Quiet Knob 3 $3.35 $10.05',
      `Subtotal ${formatMoney(order.subTotal)} Discount (TENOFF) −${formatMoney(order.discount)}`,
      `Shipping ${formatMoney(order.shipping)} Tax (8.25%) ${formatMoney(order.tax)}`,
      `Store credit −${formatMoney(order.storeCredit)} Total ${formatMoney(order.total)}`,
      `Paid ${formatMoney(order.total)} Balance due $0.00`,
      'TEST: no money moved',
      'page 1 of 1',
    ]) {
      expect(text).toContain(close(said));
    }
  });

  it('is for its owner, his Primary, staff, and whoever has its key; nobody else learns that it exists', async () => {
    const { db } = shop.app;
    const order = await paid(owner);
    const { orderKey = '' } = await paid(null);
    const colleague = await makeUser(db, { company: owner.company });
    const staff = await makeUser(db, { permissionLevel: 'Employee' });
    for (const reader of [owner, colleague, staff]) {
      expect((await ask(address(order), reader)).statusCode).toBe(200);
    }
    const ofGuest = await paid(null);
    expect((await ask(address(ofGuest, ofGuest.orderKey))).statusCode).toBe(200);
    expect((await ask(address(ofGuest), staff)).statusCode).toBe(200);
    const member = await makeUser(db, { company: owner.company, role: 'Member' });
    const stranger = await makeUser(db);
    const refused = [
      await ask(address(order), stranger),
      await ask(address(order), member),
      await ask(address(order, orderKey)),
      await ask(address(ofGuest, 'wrong')),
      await ask(address(ofGuest, '')),
      await ask(`${address(ofGuest)}?orderKey=a&orderKey=b`),
      await ask(`/orders/${randomUUID()}/invoice.pdf`, stranger),
      await ask('/orders/10001/invoice.pdf', stranger),
    ];
    for (const { statusCode, body } of refused) {
      expect([statusCode, JSON.parse(body).reason]).toEqual([404, 'not_found']);
    }
    for (const url of [address(order), `/orders/${randomUUID()}/invoice.pdf`]) {
      const { statusCode, body } = await ask(url);
      expect([statusCode, JSON.parse(body).reason]).toEqual([401, 'signed_out']);
    }
  });

  it('waits for the payment, and says when the order was canceled', async () => {
    const order = await paid(owner);
    const at = (status: 'Held' | 'Canceled') =>
      shop.app.db
        .update(orders)
        .set({ status, heldUntil: new Date().toISOString(), amountRefunded: order.total })
        .where(eq(orders._id, order._id));
    await at('Held');
    expect((await ask(address(order), owner)).json()).toMatchObject({ reason: 'order_state' });
    await at('Canceled');
    const [text = ''] = readPdf((await ask(address(order), owner)).rawPayload);
    expect(close(text)).toContain('CANCELED·TEST');
    const total = formatMoney(order.total);
    expect(close(text)).toContain(close(`Paid ${total} Refunded ${total} Balance due $0.00`));
  });

  it('tells all that came in beside what went back of it, as an edit made it too much', async () => {
    const order = await paid(owner);
    const [back, total] = [toMoney(5000), formatMoney(order.total)];
    const kept = subtractMoney(order.total, back);
    await shop.app.db
      .update(orders)
      .set({
        ...{ subTotal: subtractMoney(order.subTotal, back), total: kept, amountPaid: kept },
        ...{ amountTakenBack: back, amountRefunded: back },
      })
      .where(eq(orders._id, order._id));
    const [text = ''] = readPdf((await ask(address(order), owner)).rawPayload);
    expect(close(text)).toContain(close(`Paid ${total} Refunded $50.00 Balance due $0.00`));
  });

  it('of a walk-in says how its bearer finds the order again, and of nobody else', async () => {
    const staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
    const knob = await makeVariant(shop.app.db, { price: usd(10) });
    const sell = (more: object = {}) =>
      shop.as(staff).orders.createByStaff({
        ...{
          cart: [lineOf(knob, 1)],
          total: usd(10.83),
          paymentType: 'Cash',
          takenAlong: { method: 'cash' },
        },
        ...{ idempotencyKey: randomUUID(), ...more },
      });
    const textOf = async (order: Order) =>
      close(readPdf((await ask(address(order), staff)).rawPayload).join(' '));
    const keyOf = async ({ _id }: Order) =>
      (await shop.app.db.select().from(orders).where(eq(orders._id, _id)))[0]?.orderKey ?? '';

    const order = await sell();
    const orderKey = await keyOf(order);
    const text = await textOf(order);
    expect(text).toContain(close(`Order number: ${order.orderNumber} Order key: ${orderKey}`));
    expect(text).toContain('/orders/lookup');
    const found = await shop.as(null).orders.lookup({ orderNumber: order.orderNumber, orderKey });
    expect(found._id).toBe(order._id);

    for (const known of [{ email: 'rae@example.com' }, { user: owner._id }]) {
      const theirs = await sell({ ...known, total: usd(10.83) });
      expect(await textOf(theirs)).not.toContain(close(await keyOf(theirs)));
    }
  });

  it('is printed for one visitor sixty times in ten minutes', async () => {
    const url = `/orders/${randomUUID()}/invoice.pdf`;
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) {
      const { statusCode } = await app.inject({ url, remoteAddress: '198.51.100.7' });
      statuses.push(statusCode);
    }
    expect(statuses).toEqual([...Array(60).fill(401), 429]);
  });
});

describe('what is printed', () => {
  const line = (changes: Partial<OrderLine>): OrderLine => ({ ...SOLD, ...changes });
  const print = async (changes: Partial<Order>) =>
    readPdf(await printer.print(invoiceOf({ ...PLAIN, ...changes }, site, shopLogo())));

  it('repeats the head of the table on each of its pages, and numbers them', async () => {
    const cart = Array.from({ length: 200 }, (_, n) => line({ productNum: `AV-${n}` }));
    const pages = await print({ cart });
    expect(pages.length).toBeGreaterThan(5);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Number Item Quantity Unit price Amount');
      expect(page).toContain(`Invoice 10023, page ${index + 1} of ${pages.length}`);
    }
    const text = close(pages.join(' '));
    for (let n = 0; n < 200; n++) expect(text).toContain(`AV-${n}BarPull,5in2$6.85$13.70`);
    expect(close(pages.at(-1) ?? '')).toContain('Total$25.83');
  });

  it('keeps the columns with the longest names, and letters of other alphabets', async () => {
    const long = 'Überlanggezogenermöbelgriff'.repeat(8);
    const [text = '', ...more] = await print({
      name: 'Łucja Ōta Ждан Ωmega',
      businessName: '漢字 😀',
      poNumber: 'X'.repeat(60),
      cart: [line({ name: long, productNum: 'N'.repeat(60), bundleItems: [ITEM], room: 'Küche' })],
    });
    expect(more).toEqual([]);
    expect(close(text)).toContain('ŁucjaŌtaЖданΩmega');
    expect(close(text)).toContain(long);
    expect(close(text)).toContain('X'.repeat(60));
    expect(close(text)).toContain('Küche4×Softhinge(HN-1)');
  });

  it('lists each cart of a trade order under its name, and says when it is due', async () => {
    const cart = (orderName: string) => ({
      _id: randomUUID(),
      orderName,
      paid: false,
      subTotal: usd(13.7),
      tax: ZERO,
      cartItems: [line({})],
    });
    const [text = ''] = await print({
      carts: [cart('Kitchen'), cart('Bath')],
      paymentType: 'Terms',
      paid: false,
      amountPaid: usd(10),
      dueDate: '2026-12-21',
      shippingMethod: 'local',
    });
    expect(text).toMatch(/Kitchen Number.* BP-1 Bar Pull.* Bath Number.* BP-1 Bar Pull/);
    expect(close(text)).toContain('TermsOnaccount,dueDecember21,2026');
    expect(close(text)).toContain('PickupatKnurl1200FoundryStreet');
    expect(close(text)).toContain('Paid$10.00Balancedue$15.83');
  });

  it('never leaves the name of a cart alone at the foot of a page, and repeats it where its lines go on', async () => {
    const cart = (orderName: string, lines: number) => ({
      _id: randomUUID(),
      orderName,
      paid: false,
      subTotal: usd(13.7),
      tax: ZERO,
      cartItems: Array.from({ length: lines }, (_, n) => line({ productNum: `${orderName}-${n}` })),
    });
    // So many that at some of them the second cart begins at the very foot.
    for (let lines = 14; lines < 34; lines++) {
      const pages = await print({ carts: [cart('Kitchen', lines), cart('Bath', 20)], paymentType: 'Terms' });
      for (const page of pages) expect(page.includes('Bath Number')).toBe(page.includes(' Bath-'));
      expect(pages.filter(page => page.includes(' Bath-')).length).toBeGreaterThan(0);
    }
  });

  it('says by the shop’s clock when it was ordered, and names another date of the order as its own', async () => {
    // At the shop it is still the evening before.
    const createdAt = '2026-11-29T03:30:00.000Z';
    const [text = ''] = await print({ createdAt, date: '2026-11-29' });
    expect(close(text)).toContain(close('Ordered November 28, 2026 Order date November 29, 2026'));
    const [same = ''] = await print({ createdAt, date: '2026-11-28' });
    expect(close(same)).toContain(close('Ordered November 28, 2026'));
    expect(close(same)).not.toContain('Orderdate');
  });

  it('is refused while too many wait, and none of those is lost', async () => {
    const asked = Array.from({ length: 21 }, () => printer.print(invoiceOf(PLAIN, site, shopLogo())));
    const answers = await Promise.allSettled(asked);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: { reason: 'busy' } });
  });

  it('fails by itself when the drawing does, and the next one is printed', async () => {
    const broken = printer.print(invoiceOf(PLAIN, site, 'no picture at all'));
    const next = print({});
    await expect(broken).rejects.toThrow();
    expect(await next).toHaveLength(1);
  });
});

const ITEM = {
  _id: randomUUID(),
  variantRef: null,
  quantity: 4,
  price: usd(1),
  productTitle: 'Soft hinge',
  productNum: 'HN-1',
  product: randomUUID(),
  variant: randomUUID(),
} as unknown as OrderLine['bundleItems'][number];

const SOLD: OrderLine = {
  _id: randomUUID(),
  binLocation: '',
  variantRef: null,
  name: 'Bar Pull, 5 in',
  image: null,
  productId: randomUUID(),
  variantId: randomUUID(),
  variantGroup: '',
  quantity: 2,
  fulfilled: 0,
  price: usd(6.85),
  originalPrice: usd(6.85),
  priceSource: 'base',
  productNum: 'BP-1',
  vendor: '',
  lb: 0,
  oz: 0,
  pieceSize: 1,
  stock: 0,
  isBundle: false,
  bundleItems: [],
  bundleDiscountPer: 0,
  bundleDiscount: 0,
  wholeSaleOne: null,
  wholeSaleTwo: null,
  wholeSaleThree: null,
  itemShipping: ZERO,
  itemTax: ZERO,
  itemDiscount: ZERO,
  itemCredit: ZERO,
  room: '',
};

const PLAIN: Order = {
  ...guest,
  _id: randomUUID(),
  orderNumber: 10023,
  orderName: '',
  status: 'Submitted',
  user: null,
  company: null,
  cart: [SOLD],
  carts: [],
  couponCode: '',
  paymentType: 'credit-card',
  billingAddress: '',
  billingCity: '',
  billingState: '',
  billingZip: '',
  businessName: '',
  businessEmail: '',
  associatedAccountNumber: '',
  customerRef: null,
  salesman: '',
  date: '2026-11-22',
  deliveryDate: '2026-11-22',
  subTotal: toMoney(1370),
  discount: toMoney(100),
  shipping: toMoney(1200),
  tax: toMoney(113),
  taxRate: 0.0825,
  storeCredit: ZERO,
  total: toMoney(2583),
  amountPaid: toMoney(2583),
  amountRefunded: ZERO,
  amountTakenBack: ZERO,
  amountCredited: ZERO,
  paid: true,
  finished: true,
  order_return: false,
  quickbooksId: null,
  poNumber: '',
  notes: '',
  heldUntil: null,
  dueDate: null,
  tracking: [],
  test: false,
  version: 1,
  createdAt: '2026-11-21T20:00:00.000Z',
};
