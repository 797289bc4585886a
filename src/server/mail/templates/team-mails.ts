import {
  facts,
  layOut,
  links,
  type MailContent,
  type MailSite,
  paragraph,
} from '#server/mail/templates/layout.ts';
import { greeting, saidName } from '#server/mail/templates/typed-names.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import type { CompanyRole } from '#shared/rules/permissions.ts';

/** Asks somebody to join a company. */
export function teamInvitation(
  asked: {
    url: string;
    companyName: string;
    invitedBy: string;
    role: CompanyRole;
    spendingLimit: Money | null;
    days: number;
  },
  site: MailSite,
): MailContent {
  const { companyName, spendingLimit } = asked;
  const company = saidName(companyName, 'a company');
  const invitedBy = saidName(asked.invitedBy, 'Someone');
  return layOut(site, {
    subject: `${saidName(companyName, 'A company')} invites you to buy at ${site.name}`,
    heading: `Join ${company} at ${site.name}`,
    sections: [
      paragraph(`${invitedBy} invites you to buy for ${company}, at its prices and on its account.`),
      facts([
        ['Company', companyName],
        ['Role', asked.role],
        ['Spending limit', spendingLimit === null ? '' : `${formatMoney(spendingLimit)} per order`],
      ]),
      links({ label: 'Accept the invitation', url: asked.url, letsIn: true }),
      paragraph(
        `The link is valid for ${asked.days} days and works once. If you don’t know ${saidName(companyName, 'this company')}, you don’t need to do anything.`,
      ),
    ],
  });
}

/** Tells a Primary of an order that waits for them. */
export function approvalRequested(
  asked: {
    name: string;
    member: string;
    limit: Money | null;
    total: Money;
    orderName: string;
    poNumber: string;
  },
  site: MailSite,
): MailContent {
  const { limit } = asked;
  const member = saidName(asked.member, 'A colleague');
  return layOut(site, {
    subject: `${member} asks you to approve an order of ${formatMoney(asked.total)}`,
    heading: 'An order is waiting for your approval',
    sections: [
      paragraph(`${greeting(asked.name)}\n${member} would like to place an order above the spending limit.`),
      facts([
        ['Total', formatMoney(asked.total)],
        ['Limit', limit === null ? '' : formatMoney(limit)],
        ['Order name', asked.orderName],
        ['PO number', asked.poNumber],
      ]),
      links({ label: 'View the order', url: `${site.publicUrl}/user/team` }),
    ],
  });
}

/** Tells a Member what became of an order that they asked for. */
export function approvalDecided(
  asked: {
    name: string;
    by: string;
    total: Money;
    answer: string;
    /** Placed; approved, to be paid by card by the Member; or declined. */
    outcome: { order: { _id: string; orderNumber: number } } | { checkout: string } | null;
  },
  site: MailSite,
): MailContent {
  const { name, outcome, answer } = asked;
  const by = saidName(asked.by, 'Your company');
  const total = formatMoney(asked.total);
  const words =
    outcome === null
      ? {
          heading: 'Your order was not approved',
          said: `${by} did not approve your order of ${total}. Your cart is kept.`,
        }
      : 'order' in outcome
        ? {
            heading: `Your order ${outcome.order.orderNumber} was approved`,
            said: `${by} approved your order of ${total}. It has been placed.`,
          }
        : {
            heading: 'Your order was approved',
            said: `${by} approved your order of up to ${total}. Please pay it by card now.`,
          };
  const link =
    outcome === null
      ? { label: 'View your carts', url: `${site.publicUrl}/checkout` }
      : 'order' in outcome
        ? { label: 'View the order', url: `${site.publicUrl}/user/orders/${outcome.order._id}` }
        : { label: 'Pay the order', url: `${site.publicUrl}${outcome.checkout}` };
  return layOut(site, {
    subject: words.heading,
    heading: words.heading,
    sections: [
      paragraph(`${greeting(name)}\n${words.said}`),
      ...(answer ? [facts([[by, answer]])] : []),
      links(link),
    ],
  });
}
