import { useState } from 'react';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { GiveInstead } from '#client/routes/admin/orders/give-instead.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { DAY } from '#client/ui/moment.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { RefundLook } from '#shared/schemas/give-back.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';
import styles from './order-alerts.module.css';

/** Shows what was to go back to a card and did not reach its customer, also once its alert is dismissed. */
export function OwedRefunds({ order }: { order: OrderRecord }) {
  const { data, error, refetch } = trpc.refunds.look.useQuery(
    { order: order._id },
    { enabled: order.hasFailedRefund, staleTime: 0 },
  );
  const isAdmin = useUser()?.permissionLevel === 'Admin';
  const [given, setGiven] = useState<string | null>(null);
  if (!order.hasFailedRefund) return null;
  if (error) return <LoadError message={refusal(error).message} onRetry={refetch} />;
  if (!data || data.owed.length === 0) return null;
  const owed = data.owed.find(({ refund }) => refund === given);
  return (
    <>
      <ul className={styles.alerts} aria-label="Owed to the customer">
        {data.owed.map(one => (
          <li key={one.refund}>
            <p>{owedWords(one)}</p>
            <p className="muted">{sinceWords(one)}</p>
            {isAdmin ? (
              <p className={`${styles.deed} no-print`}>
                <Button onClick={() => setGiven(one.refund)}>Give it another way</Button>
              </p>
            ) : (
              <p>An Admin can give it another way.</p>
            )}
          </li>
        ))}
      </ul>
      {owed && (
        <GiveInstead order={order} owed={owed} hasAccount={data.hasAccount} onClose={() => setGiven(null)} />
      )}
    </>
  );
}

type Owed = RefundLook['owed'][number];

/** Says what did not get through, and whose doing that was. */
export const owedWords = ({ amount, isRefused }: Pick<Owed, 'amount' | 'isRefused'>): string =>
  `${formatMoney(amount)} did not reach the card that paid: ${
    isRefused ? 'the payment service refused it' : 'the customer’s bank sent it back'
  }.`;

const sinceWords = ({ reason, createdAt }: Owed): string =>
  `Asked for on ${DAY.format(new Date(createdAt))}${reason ? `: ${reason}` : ''}`;
