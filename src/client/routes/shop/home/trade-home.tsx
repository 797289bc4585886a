import type { ComponentProps, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { WaitingApprovals } from '#client/features/approvals/waiting-approvals.tsx';
import { ListEntry } from '#client/features/quick-order/list-entry.tsx';
import { AccountStanding } from '#client/features/statement/account-standing.tsx';
import { refusal } from '#client/refusal.ts';
import { LastOrders } from '#client/routes/shop/home/last-orders.tsx';
import { OpenCarts } from '#client/routes/shop/home/open-carts.tsx';
import { LAST_ORDERS } from '#client/routes/shop/home/trade-reads.ts';
import { JUST_READ, trpc } from '#client/trpc.ts';
import { type Answer, Answered } from '#client/ui/list/answered.tsx';
import { useLostFocus } from '#client/ui/lost-focus.ts';
import { PartHead } from '#client/ui/part-head.tsx';
import type { User } from '#shared/schemas/users.ts';
import styles from './trade-home.module.css';

/** Shows the people of a company what waits for them: approvals, carts, orders, and how their account stands. */
export function TradeHome({ user }: { user: User }) {
  const carts = trpc.carts.names.useQuery({}, JUST_READ);
  const orders = trpc.orders.list.useQuery(LAST_ORDERS, JUST_READ);
  const { data: terms } = trpc.payments.terms.useQuery(undefined, JUST_READ);
  const navigate = useNavigate();
  useLostFocus();
  return (
    <div className={styles.trade}>
      <div className={styles.main}>
        <h1>{user.companyName}</h1>
        <WaitingApprovals user={user} />
        <Part title="Carts" all={{ name: 'All carts', href: '/checkout' }}>
          <Read answer={carts}>{names => <OpenCarts carts={names} />}</Read>
        </Part>
        <Part title="Last orders" all={{ name: 'All orders', href: '/user/orders' }}>
          <Read answer={orders}>{list => <LastOrders orders={list.orders} />}</Read>
        </Part>
      </div>
      <div className={styles.aside}>
        {terms?.credit && <AccountStanding credit={terms.credit} hasStatement={user.role === 'Primary'} />}
        <Part title="Quick order">
          <ListEntry rows={3} onTaken={() => navigate('/quick-order')} />
        </Part>
      </div>
    </div>
  );
}

function Part({ title, all, children }: ComponentProps<typeof PartHead> & { children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <PartHead title={title} all={all} />
      {children}
    </section>
  );
}

function Read<Data>(props: { answer: Answer<Data>; children: (data: Data) => ReactNode }) {
  return <Answered {...props} failure={error => refusal(error).message} />;
}
