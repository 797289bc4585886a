import { Link } from 'react-router-dom';
import { useShopDay } from '#client/features/site/shop-day.ts';
import { lineWords } from '#client/features/statement/line-words.ts';
import { DATE } from '#client/ui/moment.ts';
import { Scrolling } from '#client/ui/scrolling.tsx';
import { formatMoney } from '#shared/rules/money.ts';
import { orderNames } from '#shared/rules/order-facts.ts';
import type { Statement } from '#shared/schemas/payments.ts';
import styles from './account-lines.module.css';

interface Props {
  entries: Statement['entries'];
  /** Leads to an order, where the reader finds it. */
  hrefOf: (order: string) => string;
}

/** Lines of an account, each with the balance after it. */
export function AccountLines({ entries, hrefOf }: Props) {
  const shopDay = useShopDay(day => DATE.format(new Date(day)));
  return (
    <Scrolling className={styles.scroll} label="Transactions of the account">
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
          {entries.map(line => (
            <tr key={line._id}>
              <td>{shopDay(line.createdAt)}</td>
              <td>
                {`${lineWords(line)} `}
                {line.order && <Link to={hrefOf(line.order)}>{`Order ${line.orderNumber}`}</Link>}
                {line.kind === 'charge' && line.order && (
                  <>
                    {' '}
                    <a className="no-print" href={`/orders/${line.order}/invoice.pdf`} download>
                      PDF
                      <span className="visually-hidden">{` of invoice ${line.orderNumber}`}</span>
                    </a>
                  </>
                )}
                <span className="muted">{` ${orderNames(line).join(', ')}`}</span>
              </td>
              <td>{formatMoney(line.amount)}</td>
              <td>{formatMoney(line.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}
