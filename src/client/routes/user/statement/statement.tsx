import { useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { DebtRow } from '#client/features/orders/debt-row.tsx';
import { readUser } from '#client/features/session/session.ts';
import { AccountLines } from '#client/features/statement/account-lines.tsx';
import { AccountStanding } from '#client/features/statement/account-standing.tsx';
import { Ages } from '#client/features/statement/ages.tsx';
import { refusal } from '#client/refusal.ts';
import { queriesContext, trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Answered } from '#client/ui/list/answered.tsx';
import { useListAddress } from '#client/ui/list/list-address.ts';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { unlessSearchAlone } from '#client/ui/list/unless-search-alone.ts';
import { DATE } from '#client/ui/moment.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { makePaymentHref } from '#shared/payment-href.ts';
import { formatMoney, sumMoney } from '#shared/rules/money.ts';
import type { OpenOrder, Statement } from '#shared/schemas/payments.ts';
import styles from './statement.module.css';

const PER_PAGE = 25;

const shownDate = (date: string) => DATE.format(new Date(date));

/** Reads the credit, which stands above what is owed, before the page is there: it pushes nothing. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const queries = context.get(queriesContext);
  if (await readUser(queries, request)) await queries.payments.terms.prefetch();
  return null;
}

export const shouldRevalidate = unlessSearchAlone;

/** /user/statement: how the company's account stands, for its Primary. */
export function Component() {
  const address = useListAddress();
  const { data: terms } = trpc.payments.terms.useQuery(undefined, { staleTime: 0 });
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
            {terms?.credit && (
              <div className={styles.credit}>
                <AccountStanding credit={terms.credit} />
              </div>
            )}
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

function Balance({ statement }: { statement: Statement }) {
  const { name, accountNumber } = statement.company;
  return (
    <section className={styles.balance} aria-label="Balance">
      <p>{`${name}${accountNumber ? `, account ${accountNumber}` : ''}, as of ${shownDate(statement.date)}`}</p>
      <Ages account={statement} owes="You owe" hasGood="To your credit" />
      {statement.onAccount > 0 && (
        <p>{`${formatMoney(statement.onAccount)} that you paid is on account, and pays no order yet.`}</p>
      )}
    </section>
  );
}

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
      <AccountLines entries={entries} hrefOf={order => `/user/orders/${order}`} />
    </section>
  );
}
