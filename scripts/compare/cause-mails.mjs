import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const DAY_MS = 24 * 3600 * 1000;
const STEP_MS = 30_000;
/** Names a day by its begin, so that both shops are told the same. */
const inDays = days => new Date(Math.ceil(Date.now() / DAY_MS + days) * DAY_MS).toISOString();
const DELIVERY = inDays(9).slice(0, 10);
const QUOTED_UNTIL = inDays(14);

const ADMIN = 'admin@knurl.example';
const EMPLOYEE = 'employee@knurl.example';
const PRIMARY = 'dana@hollis.example';
const MEMBER = 'eli@hollis.example';
const RETAIL = 'rae@home.example';
const GUEST = 'ada@carver.example';
const PASSWORD = 'walnut-drawer-lantern-42';

const BUYER = {
  ...{ name: 'Ada Carver', phone: '512 555 0143', notes: 'Please ring twice.\nThank you.' },
  ...{ shippingAddress: '12 Mill Lane', shippingCity: 'Austin', shippingState: 'TX', shippingZip: '78701' },
};

/** Makes the lines of an order: so many of the shop's goods by their place in the list. */
const linesOf = (shop, ...quantities) =>
  quantities.flatMap((quantity, at) =>
    quantity > 0
      ? [
          {
            productId: shop.goods[at]._id,
            variantId: shop.goods[at].variant,
            quantity,
            room: at > 0 ? 'Pantry' : '',
          },
        ]
      : [],
  );

/** Says what a checkout says, at the total that the shop works out for it. */
async function checkout(shop, who, { cart, cartIds, ...more }) {
  const { shippingMethod = 'local', couponCode, useStoreCredit } = more;
  const asked = {
    ...(cartIds ? { cartIds } : { cart }),
    ...{ shippingMethod, shippingState: BUYER.shippingState, shippingZip: BUYER.shippingZip },
    ...(couponCode && { couponCode }),
    ...(useStoreCredit && { useStoreCredit }),
  };
  const { total, carts } = await shop.ask(who, 'orders.getCost', asked);
  return {
    ...BUYER,
    ...{ email: who ?? GUEST, idempotencyKey: randomUUID(), total, ...asked, ...more },
    ...(cartIds && { cartVersions: carts.map(({ version }) => version) }),
  };
}

/** Places an order and pays it, where it is by card. */
async function place(shop, who, said) {
  const order = await shop.ask(who, 'orders.submit', await checkout(shop, who, said));
  if (order.status !== 'Held') return order;
  const { _id, orderKey } = order;
  const card = { testOutcome: 'approve' };
  await shop.ask(who, 'payments.charge', { order: { _id, ...(orderKey && { orderKey }) }, card });
  return order;
}

const move = (shop, { _id }, status, more = {}) =>
  shop.ask(EMPLOYEE, 'orders.adminPatch', { _id, status, ...more });

const tokenIn = ({ text }, page) => new RegExp(`/${page}#token=([\\w-]+)`).exec(text)?.[1];
const follow = async (shop, to, template, page, path, count = 1) =>
  shop.ask(null, path, { token: tokenIn(await shop.mail(to, template, count), page) });

/** Orders as a guest, by card, with each way that goods reach one; the first of them is fetched. */
const GUESTS = ['local', 'standard', 'ground', 'fedex', 'air'].map(shippingMethod => [
  `a guest's order by card, ${shippingMethod}`,
  async shop => {
    const order = await place(shop, null, {
      cart: linesOf(shop, 2, 1),
      shippingMethod,
      deliveryDate: DELIVERY,
      ...(shippingMethod === 'local' && { couponCode: 'WELCOME10' }),
    });
    if (shippingMethod !== 'local') return;
    await move(shop, order, 'Processing');
    await move(shop, order, 'Ready');
  },
]);

const TRADE = [
  [
    "a company's order on account, of goods that it has numbers for",
    async shop => {
      const { company } = (await shop.read(PRIMARY, 'auth.me', {})).user;
      const rows = [{ productNum: shop.goods[0].productNum, partNumber: 'HCW-1' }];
      await shop.ask(PRIMARY, 'companies.savePartNumbers', { company, rows });
      const about = {
        paymentType: 'Terms',
        poNumber: 'PO 77',
        orderName: 'Oak Street 4',
        shippingMethod: 'ground',
      };
      shop.kept.Terms = await place(shop, PRIMARY, { cart: linesOf(shop, 3, 2), ...about });
    },
  ],
  ...[
    ['Check', 'agnes@stbrigids.example'],
    ['Cash', 'vince@cccclosets.example'],
  ].map(([paymentType, email]) => [
    `an order that is paid at the counter: ${paymentType}`,
    async shop => {
      await shop.actAs(email, shop.ids[email]);
      await place(shop, email, { cart: linesOf(shop, 1), paymentType, poNumber: 'PO 3' });
    },
  ]),
  [
    'an order of a set',
    async shop => {
      const { _id: productId, variant: variantId } = shop.set;
      await place(shop, null, { cart: [{ productId, variantId, quantity: 1 }] });
    },
  ],
  [
    'part of an order shipped',
    async shop => {
      const { cart, ...order } = shop.kept.Terms;
      await move(shop, order, 'Processing');
      const tracking = [
        { carrier: 'UPS', number: '1Z999AA10123456784' },
        { carrier: 'Our own van', number: 'Tuesday' },
      ];
      await move(shop, order, 'Shipped', { cart: [{ _id: cart[0]._id, fulfilled: 1 }], tracking });
    },
  ],
  [
    'an order on account paid by card',
    async shop => {
      const { _id, total } = shop.kept.Terms;
      const card = { testOutcome: 'approve' };
      await shop.ask(PRIMARY, 'orders.pay', { orders: [_id], card, total, idempotencyKey: randomUUID() });
    },
  ],
  [
    'an order canceled that nobody paid',
    async shop => {
      const { _id } = await place(shop, PRIMARY, { cart: linesOf(shop, 1), paymentType: 'Terms' });
      await shop.ask(PRIMARY, 'orders.cancel', { _id, reason: 'Measured wrong' });
    },
  ],
  [
    'a quote asked for, answered and ordered',
    async shop => {
      const asked = { orderName: 'Kitchen on Elm', cart: linesOf(shop, 4, 4) };
      const { _id } = await shop.ask(PRIMARY, 'carts.saveAsBid', asked);
      const prices = [{ variantId: shop.goods[0].variant, price: 2.5 }];
      const answer = {
        _id,
        prices,
        quotedUntil: QUOTED_UNTIL,
        quotedShipping: 12,
        quoteNotes: 'Ships whole.',
      };
      await shop.ask(EMPLOYEE, 'carts.quote', answer);
      await place(shop, PRIMARY, { cartIds: [_id], paymentType: 'Terms', shippingMethod: 'freight' });
    },
  ],
  [
    'prices of their own',
    shop => {
      const variants = shop.goods.slice(0, 2).map(({ variant }, at) => ({ _id: variant, price: 3 + at }));
      const users = [shop.ids[PRIMARY], shop.ids[RETAIL]];
      return shop.ask(EMPLOYEE, 'companies.overwriteVariants', { variants, users, sendEmail: true });
    },
  ],
];

const RETAILER = [
  [
    'a customer’s order by card, canceled and refunded',
    async shop => {
      const { _id } = await place(shop, RETAIL, { cart: linesOf(shop, 1), shippingMethod: 'ground' });
      await shop.ask(RETAIL, 'orders.cancel', { _id });
    },
  ],
  [
    'an order by card, and all of it shipped',
    async shop => {
      const cart = linesOf(shop, 6, 6, 1);
      const order = await place(shop, RETAIL, { cart, shippingMethod: 'ground' });
      await move(shop, order, 'Processing');
      await move(shop, order, 'Shipped', {
        cart: order.cart.map(({ _id, quantity }) => ({ _id, fulfilled: quantity })),
      });
      shop.kept.shipped = order;
    },
  ],
  ...['card', 'credit'].map((refundTo, at) => [
    `a return, taken back to its refund: ${refundTo}`,
    async shop => {
      const lines = [{ variantId: shop.goods[at].variant, quantity: 2, reason: 'The wrong finish' }];
      const { _id } = await shop.ask(RETAIL, 'returns.create', { orderId: shop.kept.shipped._id, lines });
      await shop.ask(EMPLOYEE, 'returns.update', { _id, status: 'Approved' });
      await shop.ask(EMPLOYEE, 'returns.update', { _id, status: 'Received' });
      await shop.ask(EMPLOYEE, 'returns.update', { _id, status: 'Refunded', refundTo });
      await shop.ask(RETAIL, 'returns.email', { _id, email: RETAIL });
      await shop.ask(EMPLOYEE, 'returns.email', { _id, email: 'workshop@home.example' });
    },
  ]),
  [
    'a return rejected',
    async shop => {
      const lines = [{ variantId: shop.goods[2].variant, quantity: 1, reason: 'Not needed' }];
      const { _id } = await shop.ask(RETAIL, 'returns.create', { orderId: shop.kept.shipped._id, lines });
      await shop.ask(EMPLOYEE, 'returns.update', { _id, status: 'Rejected' });
    },
  ],
  [
    'an order that store credit pays a part of',
    shop => place(shop, RETAIL, { cart: linesOf(shop, 5, 5), useStoreCredit: true }),
  ],
];

/** Asks for approval of an order above the limit, and answers what its Primary then sees of it. */
async function request(shop, paymentType) {
  const cart = linesOf(shop, 5, 5);
  const { approval } = await shop.ask(MEMBER, 'team.requestApproval', {
    ...(await checkout(shop, MEMBER, { cart, paymentType, orderName: 'Loft', poNumber: 'PO 9' })),
  });
  const { figures } = await shop.read(PRIMARY, 'team.approval', { _id: approval._id });
  const cartVersions = figures.carts.map(({ version }) => version);
  return { _id: approval._id, total: figures.total, cartVersions };
}

const TEAM = [
  [
    'a lower limit',
    shop => shop.ask(PRIMARY, 'team.setLimit', { user: shop.ids[MEMBER], spendingLimit: 20 }),
  ],
  ...['Terms', 'credit-card'].map(paymentType => [
    `an order asked for, and approved: ${paymentType}`,
    async shop => shop.ask(PRIMARY, 'team.approve', await request(shop, paymentType)),
  ]),
  [
    'an order asked for, and declined',
    async shop => {
      const { _id } = await request(shop, 'Terms');
      await shop.ask(PRIMARY, 'team.decline', { _id, answer: 'Next month, please.' });
    },
  ],
  [
    'an invitation, sent again and accepted',
    async shop => {
      const email = 'new@hollis.example';
      const [{ _id }] = await shop.ask(PRIMARY, 'team.invite', { email, role: 'Member', spendingLimit: 500 });
      await shop.ask(PRIMARY, 'team.resend', { _id });
      const token = tokenIn(await shop.mail(email, 'team-invitation', 2), 'invitation');
      await shop.ask(null, 'team.register', { token, name: 'Nell Hollis', password: PASSWORD });
    },
  ],
  [
    'an invitation to lead',
    shop => shop.ask(PRIMARY, 'team.invite', { email: 'second@hollis.example', role: 'Primary' }),
  ],
];

const NORA = 'nora@carver.example';
const ACCOUNTS = [
  [
    'an account, confirmed',
    async shop => {
      await shop.ask(null, 'auth.register', { name: 'Nora Lund', email: NORA, password: PASSWORD });
      await follow(shop, NORA, 'confirm-email', 'confirm-email', 'auth.confirmEmail');
      await shop.signIn(NORA, PASSWORD);
    },
  ],
  [
    'a trade account, and its confirmation asked for again',
    async shop => {
      const [email, company] = ['otto@lund.example', { name: 'Lund Joinery' }];
      const said = { name: 'Otto Lund', email, password: PASSWORD, permissionLevel: 'Commercial', company };
      await shop.ask(null, 'auth.register', said);
      await shop.signIn(email, PASSWORD);
      await shop.ask(email, 'auth.sendConfirmation', {});
    },
  ],
  [
    'a password changed, which ends an API key and another session',
    async shop => {
      await shop.ask(NORA, 'apiKeys.create', { name: 'Stock list', scopes: ['catalogue:read'] });
      await shop.signIn(NORA, PASSWORD, 'another window');
      const password = `${PASSWORD}-again`;
      await shop.ask(NORA, 'auth.updatePassword', { currentPassword: PASSWORD, password });
    },
  ],
  [
    'an API key that ends of itself',
    shop => shop.ask(PRIMARY, 'apiKeys.create', { name: 'Stock list', scopes: ['catalogue:read'] }),
  ],
  [
    'a password forgotten, and set',
    async shop => {
      await shop.ask(null, 'auth.resetPassword', { email: NORA });
      const token = tokenIn(await shop.mail(NORA, 'reset-password'), 'set-password');
      await shop.ask(null, 'auth.setPassword', { token, password: PASSWORD });
      await shop.signIn(NORA, PASSWORD);
    },
  ],
  [
    'an address changed by its owner, and taken back',
    async shop => {
      const email = 'nora@lund.example';
      await shop.ask(NORA, 'users.updateProfile', { email, currentPassword: PASSWORD });
      await follow(shop, email, 'confirm-email', 'confirm-email', 'auth.confirmEmail');
      await follow(shop, NORA, 'email-change', 'undo-email', 'auth.undoEmail', 2);
    },
  ],
  ...[false, true].map(accept => [
    `an address changed by an Employee; an Admin approves, the owner objects, the Admin ${accept ? 'upholds' : 'undoes'} it`,
    async shop => {
      const [from, to] = accept
        ? ['wes@bluestem.example', 'wes@tatum.example']
        : [RETAIL, 'rae@elsewhere.example'];
      const _id = shop.ids[from];
      await shop.ask(EMPLOYEE, 'users.adminUpdate', { _id, email: to, reason: 'Asked for on the phone' });
      const { text } = await shop.mail(ADMIN, 'email-change-to-decide', accept ? 3 : 1);
      const change = /email-change\/([\w-]{36})/.exec(text)?.[1];
      await follow(shop, to, 'confirm-email', 'confirm-email', 'auth.confirmEmail');
      await shop.ask(ADMIN, 'emailChanges.decide', { _id: change, accept: true });
      const undo = tokenIn(await shop.mail(from, 'email-change', 2), 'undo-email');
      await shop.ask(null, 'auth.undoEmail', { token: undo });
      await shop.ask(ADMIN, 'emailChanges.decide', { _id: change, accept });
    },
  ]),
  [
    'an address changed by an Admin',
    shop =>
      shop.ask(ADMIN, 'users.adminUpdate', {
        _id: shop.ids['lucia@ortegakitchens.example'],
        email: 'lucia@new.example',
      }),
  ],
];

/** Makes the code that an authenticator shows, now or so many steps on. */
const codeOf = (secret, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

async function setUpFactor(shop) {
  const { secret } = await shop.ask(EMPLOYEE, 'secondFactor.begin', { signingIn: false });
  const said = { signingIn: false, code: codeOf(secret) };
  return { secret, ...(await shop.ask(EMPLOYEE, 'secondFactor.confirm', said)) };
}

const REST = [
  [
    'a second factor set up, its codes renewed, one of them used, and it removed',
    async shop => {
      const { secret } = await setUpFactor(shop);
      const renewed = await shop.ask(EMPLOYEE, 'secondFactor.renewCodes', { code: codeOf(secret, 1) });
      const [first, second] = renewed.recoveryCodes;
      await shop.signIn(EMPLOYEE, shop.passwords[EMPLOYEE]);
      await shop.ask(EMPLOYEE, 'secondFactor.signIn', { code: first });
      await shop.ask(EMPLOYEE, 'secondFactor.remove', { recoveryCode: second });
    },
  ],
  [
    'a second factor removed by an Admin',
    async shop => {
      await setUpFactor(shop);
      await shop.ask(ADMIN, 'secondFactor.removeOf', { _id: shop.ids[EMPLOYEE] });
    },
  ],
  [
    'messages from the contact page',
    async shop => {
      const said = { name: 'Ada Carver', email: GUEST, message: 'Do you have these\nin brass?' };
      await shop.ask(null, 'site.contactUs', said);
      await shop.ask(null, 'site.contactUs', { ...said, phone: '512 555 0143', subject: 'Knobs' });
      await shop.ask(null, 'site.contactUs', { ...said, subject: 'see www.knobs.example' });
    },
  ],
];

/** Comes first, as the sweep that tells of it comes once a minute; of somebody whose address no step changes meanwhile. */
const STOCK = [
  [
    'goods that are in stock again',
    shop => {
      const { _id: product, variant } = shop.goods[3];
      return shop.ask(PRIMARY, 'variants.askForStock', { product, variant });
    },
  ],
];

/** Lists everything by which a mail is caused, in an order that works: its name, and the calls. */
export const STEPS = [...STOCK, ...GUESTS, ...TRADE, ...RETAILER, ...TEAM, ...ACCOUNTS, ...REST];
