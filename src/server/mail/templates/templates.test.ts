import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { contactMessage } from '#server/mail/templates/contact-message.ts';
import type { MailContent, MailSite } from '#server/mail/templates/layout.ts';
import { someMailLine, someMailOrder } from '#server/mail/templates/order.test-support.ts';
import { orderCanceled } from '#server/mail/templates/order-canceled.ts';
import { orderConfirmation } from '#server/mail/templates/order-confirmation.ts';
import { confirmationSent, invoiceSent } from '#server/mail/templates/order-papers.ts';
import type { MailOrder } from '#server/mail/templates/order-parts.ts';
import { orderReady } from '#server/mail/templates/order-ready.ts';
import { orderShipped } from '#server/mail/templates/order-shipped.ts';
import { paymentReceived } from '#server/mail/templates/payment-received.ts';
import { givenBackMail, refundIssued } from '#server/mail/templates/refund-issued.ts';
import { staffMessage } from '#server/mail/templates/staff-message.ts';
import { toMoney } from '#shared/rules/money.ts';

const site: MailSite = {
  name: 'Knurl',
  publicUrl: 'https://knurl.example',
  phone: '(512) 555-0100',
  counter: null,
  timeZone: 'America/Chicago',
  email: 'desk@knurl.example',
  address: '1200 Foundry Street, Austin, TX 78702',
};

function read(mail: MailContent) {
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } });
  document.write(mail.html);
  return document;
}

/** Everything about an order that a customer or staff may have typed. */
const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">&amp;'`;
const hostileOrder = someMailOrder({
  name: hostile,
  businessName: hostile,
  shippingAddress: hostile,
  shippingCity: hostile,
  poNumber: hostile,
  orderName: hostile,
  couponCode: hostile,
  tracking: [{ carrier: hostile, number: hostile, at: '2026-11-22T15:00:00.000Z' }],
  cart: [],
  carts: [
    {
      orderName: hostile,
      cartItems: [
        someMailLine({
          name: hostile,
          productNum: hostile,
          room: hostile,
          bundleItems: [{ quantity: 1, productTitle: hostile, productNum: hostile }],
        }),
      ],
    },
  ],
});

const everyMail: [string, MailContent][] = [
  ['order confirmation', orderConfirmation(hostileOrder, site)],
  ['confirmation that staff send', confirmationSent(hostileOrder, site, { isOwn: false })],
  ['invoice', invoiceSent(hostileOrder, site, { isOwn: true, said: [{ label: 'Job', value: hostile }] })],
  ['staff message', staffMessage({ subject: hostile, content: `${hostile}\n\n${hostile}` }, site)],
  ['order canceled', orderCanceled(hostileOrder, site)],
  ['order ready', orderReady(hostileOrder, site)],
  ['order shipped', orderShipped(hostileOrder, site)],
  ['refund', refundIssued(hostileOrder, toMoney(500), site)],
  ['money back', givenBackMail(hostileOrder, { amount: toMoney(500), way: 'cash' }, site)],
  ['payment', paymentReceived(hostileOrder, toMoney(500), site)],
  [
    'contact message',
    contactMessage(
      { name: hostile, email: 'a@b.c', phone: hostile, subject: hostile, message: hostile },
      site,
    ),
  ],
];

describe.each(everyMail)('%s', (_name, mail) => {
  it('shows hostile markup as the text it is', () => {
    const document = read(mail);
    expect(document.body.textContent).toContain(hostile);
    expect(document.querySelectorAll('script, img, iframe, svg, form, object')).toHaveLength(0);
    for (const element of document.querySelectorAll('*')) {
      for (const { name } of element.attributes) expect(name).not.toMatch(/^on/);
    }
    for (const anchor of document.querySelectorAll('a')) {
      expect(anchor.getAttribute('href')).toMatch(/^https:\/\/knurl\.example/);
    }
    expect(mail.text).toContain(hostile);
  });

  it('fits a screen of 320 pixels: no fixed width, long words break', () => {
    expect(mail.html).toContain('name="viewport" content="width=device-width');
    expect(mail.html).toContain('word-break:break-word');
    expect(mail.html).not.toMatch(/(?<!max-)width[:=]"?\s*\d+(px|")/);
    expect(mail.html).not.toMatch(/min-width/);
  });

  it('has a subject of one line', () => {
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.subject.length).toBeLessThanOrEqual(150);
  });
});

describe('order confirmation', () => {
  it('says in plain text what the cart showed', () => {
    expect(orderConfirmation(someMailOrder({ couponCode: 'KNURL' }), site).text).toMatchInlineSnapshot(`
      "Thank you for order 10001

      Hello Ann Łódzka,
      We have received your order and are getting it ready.

      See your order: https://knurl.example/orders/lookup?orderNumber=10001&orderKey=key%2Bof%2Fguest
      Invoice (PDF): https://knurl.example/orders/01890000-0000-7000-8000-000000000001/invoice.pdf?orderKey=key%2Bof%2Fguest

      - Bar Pull, 5 in, Satin Nickel
        BP-128-SN · 2 × $6.85 = $13.70

      Subtotal: $13.70
      Discount (KNURL): −$1.00
      Shipping: $12.00
      Tax (8.25%): $1.13
      Total: $25.83

      Ship to: Ann Łódzka, 12 Oak Street, Austin, TX 78701
      Shipping: Ground shipping
      Requested for: November 22, 2026
      Payment: Card

      -- 
      Knurl
      1200 Foundry Street, Austin, TX 78702 · (512) 555-0100 · desk@knurl.example
      https://knurl.example
      "
    `);
  });

  it('promises no day on which it is ready, either', () => {
    const { text } = orderConfirmation(someMailOrder({ shippingMethod: 'local' }), site);
    expect(text).toContain('Requested for: November 22, 2026');
    expect(text).not.toMatch(/^(Ready|Delivery|Expected):/m);
  });

  it('shows the same amounts as markup', () => {
    const cells = [...read(orderConfirmation(someMailOrder(), site)).querySelectorAll('td')];
    const amounts = cells.map(cell => cell.textContent.trim()).filter(text => /^−?\$/.test(text));
    expect(amounts).toEqual(['$13.70', '$13.70', '−$1.00', '$12.00', '$1.13', '$25.83']);
  });

  it('lists each cart of a trade order under its name, and what a bundle holds', () => {
    const bundleItems = [{ quantity: 4, productTitle: 'Soft-close hinge', productNum: 'HN-1' }];
    const { text } = orderConfirmation(
      someMailOrder({
        carts: [
          { orderName: 'Kitchen', cartItems: [someMailLine({ room: 'Island' })] },
          { orderName: 'Bath', cartItems: [someMailLine({ name: 'Hinge set', bundleItems })] },
        ],
        storeCredit: toMoney(200),
        paymentType: 'Terms',
        dueDate: '2026-12-21',
        poNumber: 'PO-77',
      }),
      site,
    );
    expect(text).toMatch(/Kitchen:\n- Bar Pull.*\n {2}BP-128-SN, Island · 2 × \$6\.85 = \$13\.70/);
    expect(text).toMatch(/Bath:\n- Hinge set\n.*\n {4}4 × Soft-close hinge \(HN-1\)/);
    expect(text).toContain('Store credit: −$2.00');
    expect(text).toContain('Payment: On account, due December 21, 2026');
    expect(text).toContain('PO number: PO-77');
  });

  it('sends who picks up to the store', () => {
    const { text } = orderConfirmation(someMailOrder({ shippingMethod: 'local' }), site);
    expect(text).toContain('Pick up at: 1200 Foundry Street, Austin, TX 78702');
    expect(text).not.toContain('12 Oak Street');
  });

  it('links a customer to his page, a guest to the lookup with his key, and nobody else', () => {
    const linksOf = (changes: Partial<MailOrder>) =>
      [...read(orderConfirmation(someMailOrder(changes), site)).querySelectorAll('a')]
        .slice(1)
        .map(anchor => anchor.getAttribute('href'));
    const user = '01890000-0000-7000-8000-0000000000aa';
    const { _id } = someMailOrder();
    expect(linksOf({ user })).toEqual([`https://knurl.example/user/orders/${_id}`]);
    expect(linksOf({})).toEqual([
      'https://knurl.example/orders/lookup?orderNumber=10001&orderKey=key%2Bof%2Fguest',
      `https://knurl.example/orders/${_id}/invoice.pdf?orderKey=key%2Bof%2Fguest`,
    ]);
    expect(linksOf({ status: 'Held' })).toHaveLength(1);
    expect(linksOf({ orderKey: undefined })).toEqual([]);
    expect(orderConfirmation(someMailOrder({ user }), site).html).not.toContain('key');
  });

  it('is stamped when no money moved', () => {
    expect(orderConfirmation(someMailOrder({ test: true }), site).text).toContain('TEST: no money moves.');
    expect(orderConfirmation(someMailOrder(), site).text).not.toContain('TEST');
  });
});

describe('other mails', () => {
  it('say whether money comes back when an order is canceled', () => {
    const back = (way: 'card' | 'account' | 'cash') => [{ way, amount: toMoney(2583) }];
    for (const [way, words] of [
      ['card', '$25.83 is being refunded to the card that paid.'],
      ['account', '$25.83 stays on your account'],
      ['cash', '$25.83 is handed out to you in cash'],
    ] as const) {
      const { text } = orderCanceled(someMailOrder({ amountPaid: toMoney(0) }), site, back(way));
      expect(text).toContain(words);
      expect(text).not.toContain('not been charged');
    }
    expect(orderCanceled(someMailOrder(), site).text).toContain('has gone back to you before');
    expect(orderCanceled(someMailOrder({ amountPaid: toMoney(0) }), site).text).toContain(
      'You have not been charged.',
    );
  });

  it('say what a refund or payment was, and what is left', () => {
    expect(refundIssued(someMailOrder(), toMoney(500), site).text).toContain(
      'refunded $5.00 of your order 10001',
    );
    const partly = someMailOrder({ amountPaid: toMoney(1000) });
    expect(paymentReceived(partly, toMoney(1000), site).text).toContain('$15.83 of it is still due.');
    expect(paymentReceived(someMailOrder(), toMoney(1583), site).text).toContain('It is now paid in full.');
  });

  it('lead to the counter when an order is ready', () => {
    const { subject, text } = orderReady(someMailOrder({ shippingMethod: 'local' }), site);
    expect(subject).toBe('Your order 10001 is ready for pick-up at Knurl');
    expect(text).toContain('Pick up at: 1200 Foundry Street, Austin, TX 78702');
    expect(text).toContain('waiting for you at our counter');
  });

  it('call nobody to a closed counter when an order is ready', () => {
    const ready = (counter: MailSite['counter']) =>
      orderReady(someMailOrder({ shippingMethod: 'local' }), { ...site, counter }).text;
    const closed = ready({ isOpen: false, words: 'from Monday, November 16, 8:00 am' });
    expect(closed).toContain(
      'Our counter is closed right now; you can pick it up from Monday, November 16, 8:00 am.',
    );
    expect(closed).toContain('Counter open: from Monday, November 16, 8:00 am');
    expect(closed).not.toContain('waiting for you');
    const open = ready({ isOpen: true, words: 'until 5:30 pm today, Monday, November 16' });
    expect(open).toContain('is packed and waiting for you at our counter.');
    expect(open).toContain('Counter open: until 5:30 pm today, Monday, November 16');
  });

  it('say what is still to come when an order is sent or packed in part', () => {
    const cart = [
      someMailLine({ quantity: 5, fulfilled: 2 }),
      someMailLine({ name: 'Hinge', quantity: 1, fulfilled: 1 }),
    ];
    for (const mail of [
      orderShipped(someMailOrder({ cart }), site),
      orderReady(someMailOrder({ cart }), site),
    ]) {
      expect(mail.text).toContain('Part of your order 10001');
      expect(mail.text).toContain('Still to come: 3 × Bar Pull, 5 in, Satin Nickel\n');
    }
    expect(orderShipped(someMailOrder(), site).text).not.toContain('Still to come');
  });

  it('name each parcel, and where it can be followed', () => {
    const at = '2026-11-22T15:00:00.000Z';
    const tracking = [
      { carrier: 'FedEx', number: '7946 4481 2045', at },
      { carrier: 'Hill Couriers', number: 'HC-7', at },
    ];
    const mail = orderShipped(someMailOrder({ tracking }), site);
    expect(mail.text).toContain(
      'FedEx: 7946 4481 2045\nhttps://www.fedex.com/fedextrack/?trknbr=794644812045',
    );
    expect(mail.text).toContain('Hill Couriers: HC-7');
    const followed = [...read(mail).querySelectorAll('a')].map(anchor => anchor.getAttribute('href'));
    expect(followed.filter(href => href && !href.startsWith('https://knurl.example'))).toEqual([
      'https://www.fedex.com/fedextrack/?trknbr=794644812045',
    ]);
  });

  it('keep the lines of what a visitor wrote, and his line ends out of the subject', () => {
    const written = { name: 'Bob\r\nBcc: x@y.z', email: 'bob@example.com', message: 'One\nTwo <3' };
    const mail = contactMessage(written, site);
    expect(mail.subject).toBe('Message from Bob Bcc: x@y.z');
    expect(mail.html).toContain('One<br>Two &lt;3');
    expect(mail.text).toContain('bob@example.com');
  });
});
