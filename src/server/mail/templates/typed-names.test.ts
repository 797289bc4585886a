import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { confirmEmail, passwordChanged, resetPassword } from '#server/mail/templates/account-mails.ts';
import { keysEnd, keysFromBefore } from '#server/mail/templates/api-key-mails.ts';
import { backInStock } from '#server/mail/templates/back-in-stock.ts';
import { contactMessage } from '#server/mail/templates/contact-message.ts';
import {
  confirmNewEmail,
  emailChangeAsked,
  emailChanged,
  emailChangeToDecide,
  emailGivenBack,
} from '#server/mail/templates/email-change-mails.ts';
import type { MailContent, MailSite } from '#server/mail/templates/layout.ts';
import { newPrices } from '#server/mail/templates/new-prices.ts';
import { someMailLine, someMailOrder } from '#server/mail/templates/order.test-support.ts';
import { orderCanceled } from '#server/mail/templates/order-canceled.ts';
import { orderConfirmation } from '#server/mail/templates/order-confirmation.ts';
import { confirmationSent, invoiceSent } from '#server/mail/templates/order-papers.ts';
import { orderReady } from '#server/mail/templates/order-ready.ts';
import { orderShipped } from '#server/mail/templates/order-shipped.ts';
import { paymentReceived } from '#server/mail/templates/payment-received.ts';
import { quoteAnswered } from '#server/mail/templates/quote-answered.ts';
import { refundIssued } from '#server/mail/templates/refund-issued.ts';
import { returnMail } from '#server/mail/templates/return-mail.ts';
import { secondFactorNews } from '#server/mail/templates/second-factor-mails.ts';
import { approvalDecided, approvalRequested, teamInvitation } from '#server/mail/templates/team-mails.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { Ended } from '#shared/schemas/auth.ts';
import type { Return } from '#shared/schemas/returns.ts';

const site: MailSite = {
  name: 'Knurl',
  publicUrl: 'https://knurl.test',
  phone: '(512) 555-0100',
  counter: null,
  timeZone: 'America/Chicago',
  email: 'desk@knurl.test',
  address: '1200 Foundry Street, Austin, TX 78702',
};
const money = toMoney(500);

const NOTHING: Ended = {
  ...{ password: false, google: false, sessions: 0, links: 0, approvals: 0, sharedCarts: 0 },
  ...{ apiKeys: [], addresses: [], invitations: [] },
};

/** Every mail that bears what somebody typed, with this wherever there is such. */
function mailsWith(name: string): [string, MailContent][] {
  const line = someMailLine({ room: name, partNumber: name, quantity: 3 });
  const order = someMailOrder({
    ...{ name, businessName: name, orderName: name, poNumber: name },
    ...{ shippingAddress: name, shippingCity: name, shippingZip: name },
    tracking: [{ carrier: name, number: name, at: '2026-11-22T15:00:00.000Z' }],
    cart: [line],
    carts: [{ orderName: name, cartItems: [line] }],
  });
  const ended = { ...NOTHING, apiKeys: [name] };
  const keys = [{ name, prefix: 'kn_ab', expiresAt: '2026-12-01T00:00:00.000Z' }];
  const made = { status: 'Requested', lines: [], refund: money, storeCredit: money } as unknown as Return;
  const url = 'https://knurl.test/x';
  const change = { name, oldEmail: 'ada@knurl.test', newEmail: 'new@knurl.test', askedAs: 'owner' as const };
  const asked = { name, by: name, total: money, answer: name };
  const invited = { url, companyName: name, invitedBy: name, role: 'Member' as const, spendingLimit: null };
  return [
    ['reset', resetPassword(site, { name, url })],
    ['password changed', passwordChanged(site, { name, ended })],
    ['confirm an address', confirmEmail(site, { name, url })],
    ['confirm a new address', confirmNewEmail(site, change, url)],
    ['change of address asked for', emailChangeAsked(site, change, { undo: url, agree: url })],
    ['address changed', emailChanged(site, { ...change, byAdmins: false }, { undo: url, ended })],
    ['address given back', emailGivenBack(site, { name, email: change.oldEmail, url, ended })],
    [
      'change of address to decide',
      emailChangeToDecide(site, { ...change, _id: 'x', askedBy: name, reason: name, decidedBy: name }, true),
    ],
    ['second factor', secondFactorNews(site, { name, news: 'set-up' })],
    ['keys from before', keysFromBefore(site, { name, keys })],
    ['keys end', keysEnd(site, { name, keys })],
    ['back in stock', backInStock({ name, title: 'Knob', productNum: 'K-1', link: '/x' }, site)],
    ['new prices', newPrices({ name, prices: [] }, site)],
    ['confirmation', orderConfirmation(order, site)],
    ['confirmation that staff send', confirmationSent(order, site, { isOwn: true })],
    ['confirmation to somebody else', confirmationSent(order, site, { isOwn: false })],
    ['invoice', invoiceSent(order, site, { isOwn: true, said: [{ label: 'Job', value: name }] })],
    ['canceled', orderCanceled(order, site)],
    ['ready', orderReady(order, site)],
    ['shipped', orderShipped(order, site)],
    ['refund', refundIssued(order, money, site)],
    ['payment', paymentReceived(order, money, site)],
    ['return', returnMail(made, order, site)],
    ['quote', quoteAnswered({ _id: 'x', orderName: name, name, until: '2026-12-01' }, site)],
    ['invitation', teamInvitation({ ...invited, days: 7 }, site)],
    [
      'approval asked for',
      approvalRequested(
        { name, member: name, limit: money, total: money, orderName: name, poNumber: name },
        site,
      ),
    ],
    ['approval declined', approvalDecided({ ...asked, outcome: null }, site)],
    [
      'approval given',
      approvalDecided({ ...asked, outcome: { order: { _id: 'x', orderNumber: 10001 } } }, site),
    ],
    ['contact', contactMessage({ name, email: 'ada@knurl.test', subject: name, message: 'Hello' }, site)],
  ];
}

const LURE = 'URGENT: verify your payment at http://pay.example';

describe.each(mailsWith(LURE))(
  'a name like a web address in the mail: %s',
  (what, { subject, html, text }) => {
    it('stands in no subject and no first line, and is no link', () => {
      expect(subject).not.toContain('pay.example');
      const [heading = '', first = ''] = text.split('\n\n');
      expect(heading).not.toContain('pay.example');
      // The shop alone reads that one; its first line says who wrote.
      if (what !== 'contact') expect(first).not.toContain('pay.example');
      const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } });
      document.write(html);
      for (const anchor of document.querySelectorAll('a')) {
        expect(anchor.getAttribute('href')).toMatch(/^https:\/\/knurl\.test/);
      }
      expect(document.querySelector('h1')?.textContent).not.toContain('pay.example');
      // Nor one that a mail program would make of it.
      if (what !== 'contact')
        expect(`${text}${document.body.textContent}`).not.toMatch(/:\/\/pay|pay\.example/);
    });
  },
);

it('an invitation still names the company, in its body', () => {
  const mail = new Map(mailsWith(LURE)).get('invitation');
  expect(mail?.subject).toBe('A company invites you to buy at Knurl');
  expect(mail?.text).toContain('Company: URGENT: verify your payment at http[://]pay[.]example');
  expect(mail?.html).toContain('http://&zwnj;pay.&zwnj;example');
});

it('any other name is said as it is', () => {
  const mails = new Map(mailsWith('J.R. Carver & Sons, Inc.'));
  expect(mails.get('invitation')?.subject).toBe('J.R. Carver & Sons, Inc. invites you to buy at Knurl');
  expect(mails.get('confirm an address')?.text).toContain('Hello J.R. Carver & Sons, Inc., your account');
  expect(mails.get('confirmation')?.text).toContain('Hello J.R. Carver & Sons, Inc.,\n');
  expect(mails.get('quote')?.subject).toBe('Your quote for J.R. Carver & Sons, Inc. from Knurl');
});
