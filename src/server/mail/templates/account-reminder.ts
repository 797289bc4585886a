import {
  facts,
  layOut,
  links,
  type MailContent,
  type MailSite,
  paragraph,
} from '#server/mail/templates/layout.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { longDate, poWords } from '#shared/rules/order-facts.ts';

interface Due {
  orderNumber: number;
  poNumber: string;
  dueDate: string | null;
  open: Money;
}

/** Reminds a company of what is due on its account; `due`: those orders, the longest due first; `onAccount`: paid before. */
export function accountReminder(
  {
    name,
    due,
    sum,
    onAccount,
    words,
  }: { name: string; due: readonly Due[]; sum: Money; onAccount: Money; words: string },
  site: MailSite,
): MailContent {
  const row = ({ orderNumber, poNumber, dueDate, open }: Due) =>
    [
      `Order ${orderNumber}`,
      [formatMoney(open), dueDate && `due ${longDate(dueDate)}`, poWords(poNumber)]
        .filter(Boolean)
        .join(', '),
    ] as const;
  return layOut(site, {
    subject: `${formatMoney(sum)} is due at ${site.name}`,
    heading: `${formatMoney(sum)} is due`,
    sections: [
      paragraph(
        `${name}: these orders on your account are due. If you have paid meanwhile, please ignore this.`,
      ),
      facts(due.map(row)),
      ...(onAccount > 0
        ? [paragraph(`${formatMoney(onAccount)} that you paid is on your account, and pays no order yet.`)]
        : []),
      ...(words === '' ? [] : [paragraph(words)]),
      links({ label: 'See the account and pay', url: `${site.publicUrl}/user/statement` }),
    ],
  });
}
