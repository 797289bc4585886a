import { WAY_WORDS } from '#client/features/office/way-words.ts';
import { useShopDay } from '#client/features/site/shop-day.ts';
import styles from '#client/routes/admin/act-details.module.css';
import { Facts } from '#client/ui/facts.tsx';
import { Scrolling } from '#client/ui/scrolling.tsx';
import type { WaitingActKind } from '#shared/enumerations.ts';
import { marginOf, marginText } from '#shared/rules/margin.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { PAYMENT_WORDS } from '#shared/rules/order-facts.ts';
import type { ActLine, WaitingAct } from '#shared/schemas/waiting-acts.ts';

interface Props {
  act: WaitingAct;
  /** Names whoever asked for it, to its reader. */
  asker: string;
}

/** Shows what an act would do, and why it waits: whoever decides it sees it whole. */
export function ActDetails({ act, asker }: Props) {
  const { lines } = act.contents;
  const shopDay = useShopDay();
  const shows = {
    ours: lines.some(({ ours }) => ours !== null),
    margin: lines.some(line => marginOfLine(line) !== null),
  };
  return (
    <div className={styles.details}>
      <p>{whyWords(act, asker)}</p>
      {lines.length > 0 && (
        <Scrolling className={styles.scroll} label="Lines">
          <table className={styles.lines}>
            <thead>
              <tr>
                <th scope="col">Item</th>
                <th scope="col">Quantity</th>
                <th scope="col">Price</th>
                {shows.ours && <th scope="col">Instead of</th>}
                {shows.margin && <th scope="col">Margin</th>}
              </tr>
            </thead>
            <tbody>
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an act never changes
                <Line key={index} line={line} shows={shows} />
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
      <Facts facts={factsOf(act, shopDay)} className={styles.facts} />
      {act.kind === 'order' && !act.contents.takenAlong && (
        <p className="muted">Approving it makes the order. Payment and goods follow from there.</p>
      )}
    </div>
  );
}

/** A part of the price; null: nothing is sold, or nobody knows what it costs. */
const marginOfLine = ({ price, cost }: ActLine) => (price === null ? null : marginOf(price, cost));

function Line({ line, shows }: { line: ActLine; shows: Record<'ours' | 'margin', boolean> }) {
  const { name, productNum, quantity, was, price, ours, reason } = line;
  const count = quantity.toLocaleString('en-US');
  const margin = marginOfLine(line);
  return (
    <tr>
      <th scope="row">
        {name} <span className="muted">{productNum}</span>
        {reason && <small>{reason}</small>}
      </th>
      <td>{was === null || was === quantity ? count : `${was.toLocaleString('en-US')} → ${count}`}</td>
      <td>{price === null ? 'Theirs' : formatMoney(price)}</td>
      {shows.ours && <td>{ours === null ? '' : formatMoney(ours)}</td>}
      {shows.margin && <td>{margin === null ? '' : marginText(margin)}</td>}
    </tr>
  );
}

function whyWords({ kind, amount, contents: { why } }: WaitingAct, asker: string): string {
  if (why === 'prices')
    return `These prices take ${formatMoney(amount)} off the customer’s own, more than ${asker} may take off alone.`;
  if (why === 'credit')
    return `It goes ${formatMoney(amount)} above the credit limit, which ${asker} may not do alone.`;
  const done = kind === 'grant' ? 'is given' : 'goes back';
  return `${formatMoney(amount)} ${done}, more than ${asker} may give alone.`;
}

const money = (amount: Money | null) => (amount === null ? '' : formatMoney(amount));

function factsOf(
  { kind, words, contents }: WaitingAct,
  shopDay: (moment: string) => string,
): [string, string][] {
  const { whom, account, name, email, shipTo, paymentType, takenAlong } = contents;
  const { shipping, fee, aboveCredit, before, after, way, number, until, reason } = contents;
  const total = before === null || after === null ? money(after) : `${money(before)} → ${money(after)}`;
  const isOrder = kind === 'order';
  return [
    ['Customer', whom],
    ['Account', account && account === whom ? '' : account || (isOrder ? 'None: a walk-in' : '')],
    [kind === 'quote' ? 'Cart' : 'In the name of', name],
    ['Email', email],
    ['Goes to', shipTo],
    ['Payment', paymentType ? PAYMENT_WORDS[paymentType].name : ''],
    // Whatever was asked for at the counter may be, too, once it is approved.
    ['Taken along', takenAlong ? 'Yes, at once' : ''],
    [kind === 'quote' ? 'Freight' : 'Shipping', money(shipping)],
    ['Fee kept', money(fee)],
    ['Above the credit limit', money(aboveCredit)],
    [TOTALS[kind] ?? 'Total', total],
    ['Holds until', until === null ? '' : shopDay(until)],
    ['How', way ? WAY_WORDS[way] : ''],
    ['Number', number],
    [REASONS[kind] ?? 'Reason', reason],
    ['Asked for', words],
  ];
}

const TOTALS: Partial<Record<WaitingActKind, string>> = { return: 'Give back', quote: 'Goods' };
const REASONS: Partial<Record<WaitingActKind, string>> = { order: 'Notes', quote: 'Message' };
