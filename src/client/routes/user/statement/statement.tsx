import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DebtRow } from '#client/features/orders/debt-row.tsx';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Answered } from '#client/ui/list/answered.tsx';
import { useListAddress } from '#client/ui/list/list-address.ts';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { DATE } from '#client/ui/moment.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import type { AccountEntryKind } from '#shared/enumerations.ts';
import { makePaymentHref } from '#shared/payment-href.ts';
import { AGES, type Age } from '#shared/rules/ageing.ts';
import { formatMoney, sumMoney } from '#shared/rules/money.ts';
import { orderNames } from '#shared/rules/order-facts.ts';
import type { OpenOrder, Statement } from '#shared/schemas/payments.ts';
import styles from './statement.module.css';

const PER_PAGE = 25;

const AGE_TEXTS: Record<Age, string> = {
  current: 'Current',
  upTo30: '1–30 days',
  upTo60: '31–60 days',
  upTo90: '61–90 days',
  over90: 'Over 90 days',
};

const KIND_TEXTS: Record<AccountEntryKind, string> = {
  charge: 'Invoice',
  payment: 'Payment',
  credit: 'Credit',
  cancel: 'Canceled',
  refund: 'Refund',
};

const shownDate = (date: string) => DATE.format(new Date(date));

/** /user/statement: how the company's account stands, for its Primary. */
export function Component() {
  const address = useListAddress();
  const answer = trpc.statement.get.useQuery(
    { page: address.page, limit: PER_PAGE },
    { staleTime: 0, placeholderData: before => before },
  );
  return (
    <>
      <PageHead title="Statement" description="Your company's account." hidden />
      <h1>Statement</h1>
      <Answered answer={answer} failure={error => refusal(error).message}>
        {statement => (
          <div className={styles.statement}>
            <Balance statement={statement} />
            {statement.open.length > 0 && <Open open={statement.open} />}
            <PageOf
              {...{ address, total: statement.total, perPage: PER_PAGE }}
              nothing={<p>Nothing has been charged to this account yet.</p>}
            >
              <Entries statement={statement} />
            </PageOf>
          </div>
        )}
      </Answered>
    </>
  );
}

function Balance({ statement: { company, date, balance, ageing } }: { statement: Statement }) {
  return (
    <section aria-label="Balance">
      <p>
        {`${company.name}${company.accountNumber ? `, account ${company.accountNumber}` : ''}, as of ${shownDate(date)}`}
      </p>
      <dl className={styles.ages}>
        <div className={styles.balance}>
          <dt>{balance < 0 ? 'To your credit' : 'You owe'}</dt>
          <dd>{unsigned(balance)}</dd>
        </div>
        {AGES.map(age => (
          <div key={age} className={age !== 'current' && ageing[age] > 0 ? styles.late : undefined}>
            <dt>{AGE_TEXTS[age]}</dt>
            <dd>{formatMoney(ageing[age])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const unsigned = (amount: Statement['balance']) => formatMoney(amount).replace(/^[-−]/, '');

/** A payment on account goes to the orders that one chooses. */
function Open({ open }: { open: readonly OpenOrder[] }) {
  const [chosen, choose] = useState<readonly string[]>([]);
  const paid = open.filter(({ _id }) => chosen.includes(_id));
  return (
    <section aria-labelledby="open">
      <h2 id="open">Open orders</h2>
      <ul className={styles.open}>
        {open.map(debt => (
          <DebtRow key={debt._id} debt={debt} chosen={chosen} choose={choose} />
        ))}
      </ul>
      {paid.length > 0 ? (
        <ButtonLink look="primary" to={makePaymentHref(chosen)}>
          {`Pay ${formatMoney(sumMoney(paid.map(order => order.open)))}`}
        </ButtonLink>
      ) : (
        <Button onClick={() => choose(open.map(({ _id }) => _id))}>Choose all to pay them</Button>
      )}
    </section>
  );
}

function Entries({ statement: { entries } }: { statement: Statement }) {
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">Account</h2>
      <div className={styles.scroll}>
        <table className={styles.lines}>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">What</th>
              <th scope="col">Amount</th>
              <th scope="col">Balance</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ _id, createdAt, kind, amount, balance, order, ...of }) => (
              <tr key={_id}>
                <td>{shownDate(createdAt)}</td>
                <td>
                  {`${KIND_TEXTS[kind]} `}
                  {order && <Link to={`/user/orders/${order}`}>{`Order ${of.orderNumber}`}</Link>}
                  {kind === 'charge' && order && (
                    <>
                      {' '}
                      <a className="no-print" href={`/orders/${order}/invoice.pdf`} download>
                        PDF
                        <span className="visually-hidden">{` of invoice ${of.orderNumber}`}</span>
                      </a>
                    </>
                  )}
                  <span className="muted">{` ${orderNames(of).join(', ')}`}</span>
                </td>
                <td>{formatMoney(amount)}</td>
                <td>{formatMoney(balance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
