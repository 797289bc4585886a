import { AccountLines } from '#client/features/statement/account-lines.tsx';
import { Ages } from '#client/features/statement/ages.tsx';
import { OpenOrders } from '#client/routes/admin/companies/account-orders.tsx';
import { trpc } from '#client/trpc.ts';
import { Facts } from '#client/ui/facts.tsx';
import { formatMoney } from '#shared/rules/money.ts';
import { longDate, townLine } from '#shared/rules/order-facts.ts';
import type { Statement } from '#shared/schemas/payments.ts';
import styles from './statement-sheet.module.css';

/** Holds on paper what a company is sent of its account: from whom, to whom, as of when, all that is open, all lines. */
export function StatementSheet({ statement }: { statement: Statement }) {
  const { company, date, due, onAccount, entries, total } = statement;
  const { data } = trpc.site.get.useQuery({});
  const { name = '', address = '', phone = '', email = '' } = data?.site ?? {};
  return (
    <article className={`print-only ${styles.sheet}`} aria-label="Statement to print">
      <header>
        <Lines lines={[name, address, phone, email]} />
        <h1>Statement of account</h1>
      </header>
      <div className={styles.to}>
        <Lines lines={[company.name, company.address, townLine(company.city, company.state, company.zip)]} />
        <Facts
          facts={[
            ['Date', longDate(date)],
            ['Account number', company.accountNumber ?? ''],
            ['Due by now', formatMoney(due)],
            ['Unapplied credit', onAccount > 0 ? formatMoney(onAccount) : ''],
          ]}
        />
      </div>
      <Ages account={statement} owes="To be paid" hasGood="In your favor" />
      <OpenOrders statement={statement} />
      <section>
        <h2>Transactions</h2>
        {entries.length < total && (
          <p>{`The latest ${entries.length.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} transactions.`}</p>
        )}
        <AccountLines entries={entries} hrefOf={order => `/user/orders/${order}`} />
      </section>
    </article>
  );
}

const Lines = ({ lines: [first = '', ...others] }: { lines: readonly string[] }) => (
  <p className={styles.lines}>
    <b>{first}</b>
    {others.filter(Boolean).map(line => (
      <span key={line}>{line}</span>
    ))}
  </p>
);
