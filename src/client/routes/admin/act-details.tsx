import styles from '#client/routes/admin/act-details.module.css';
import { Facts } from '#client/ui/facts.tsx';
import { Scrolling } from '#client/ui/scrolling.tsx';
import type { RefundWay } from '#shared/enumerations.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import type { ActLine, WaitingAct } from '#shared/schemas/waiting-acts.ts';

const WAYS: Record<RefundWay, string> = {
  card: 'To the card that paid',
  credit: 'As store credit',
  check: 'By check',
  cash: 'In cash',
  transfer: 'By transfer',
};

/** Shows what an act would do, and why it waits: whoever decides it sees it whole. */
export function ActDetails({ act }: { act: WaitingAct }) {
  const { lines } = act.contents;
  return (
    <div className={styles.details}>
      <p>{whyWords(act)}</p>
      {lines.length > 0 && (
        <Scrolling className={styles.scroll} label="Lines">
          <table className={styles.lines}>
            <thead>
              <tr>
                <th scope="col">Item</th>
                <th scope="col">Quantity</th>
                <th scope="col">Price</th>
                <th scope="col">Instead of</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an act never changes
                <Line key={index} line={line} />
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
      <Facts facts={factsOf(act)} />
    </div>
  );
}

function Line({ line: { name, productNum, quantity, was, price, ours, reason } }: { line: ActLine }) {
  const count = quantity.toLocaleString('en-US');
  return (
    <tr>
      <th scope="row">
        {name} <span className="muted">{productNum}</span>
        {reason && <small>{reason}</small>}
      </th>
      <td>{was === null || was === quantity ? count : `${was.toLocaleString('en-US')} → ${count}`}</td>
      <td>{price === null ? 'Theirs' : formatMoney(price)}</td>
      <td>{ours === null ? '' : formatMoney(ours)}</td>
    </tr>
  );
}

function whyWords({ kind, amount, askedBy, contents: { why } }: WaitingAct): string {
  const who = askedBy || 'whoever asked for it';
  if (why === 'prices')
    return `The prices that were named are ${formatMoney(amount)} below theirs, further than ${who} may go alone.`;
  const done = kind === 'grant' ? 'is given' : 'goes back';
  return `${formatMoney(amount)} ${done}, more than ${who} may give alone.`;
}

const money = (amount: Money | null) => (amount === null ? '' : formatMoney(amount));

function factsOf({ kind, words, contents }: WaitingAct): [string, string][] {
  const { whom, shipping, fee, before, after, way, number, reason } = contents;
  const total = before === null || after === null ? money(after) : `${money(before)} → ${money(after)}`;
  return [
    ['Customer', whom],
    ['Shipping', money(shipping)],
    ['Fee kept', money(fee)],
    [kind === 'return' ? 'Give back' : 'Total', total],
    ['How', way ? WAYS[way] : ''],
    ['Number', number],
    [kind === 'order' ? 'Notes' : 'Reason', reason],
    ['Asked for', words],
  ];
}
