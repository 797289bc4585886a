import { useState } from 'react';
import { Link } from 'react-router-dom';
import { RECEIPT_WORDS } from '#client/features/office/payment-words.ts';
import { Pays } from '#client/features/office/pays.tsx';
import { Panel } from '#client/features/office/record-page.tsx';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Answered } from '#client/ui/list/answered.tsx';
import { Scrolling } from '#client/ui/scrolling.tsx';
import { formatMoney } from '#shared/rules/money.ts';
import { longDate } from '#shared/rules/order-facts.ts';
import type { Receipt } from '#shared/schemas/receipts.ts';
import styles from './account.module.css';

const FIRST = 10;

/** Lists what came in from a company without a card, the latest first. */
export function PaymentsIn({ company }: { company: string }) {
  const answer = trpc.receipts.list.useQuery({ company }, { staleTime: 0 });
  return (
    <Panel title="Payments without a card">
      <Answered answer={answer} failure={error => refusal(error).message}>
        {({ receipts }) =>
          receipts.length === 0 ? (
            <p>No check, cash or transfer has come in yet.</p>
          ) : (
            <Payments receipts={receipts} />
          )
        }
      </Answered>
    </Panel>
  );
}

function Payments({ receipts }: { receipts: readonly Receipt[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? receipts : receipts.slice(0, FIRST);
  return (
    <>
      <Scrolling className={styles.scroll} label="Payments">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Received</th>
              <th scope="col">By</th>
              <th scope="col">Pays</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(receipt => (
              <tr key={receipt._id} data-gone={receipt.bouncedAt !== null || undefined}>
                <th scope="row">
                  <Link to={`/admin/receipts?on=${receipt.receivedOn}`}>{longDate(receipt.receivedOn)}</Link>
                </th>
                <td>
                  {[RECEIPT_WORDS[receipt.method], receipt.number].filter(Boolean).join(' ')}
                  <small>{receipt.note}</small>
                </td>
                <td>
                  <Pays receipt={receipt} />
                </td>
                <td>{formatMoney(receipt.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      {!isWhole && receipts.length > FIRST && (
        <Button size="small" onClick={() => setWhole(true)}>
          {`Show all ${receipts.length}`}
        </Button>
      )}
    </>
  );
}
