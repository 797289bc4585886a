import { useEffect, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { BinTable } from '#client/routes/admin/picking/bin-table.tsx';
import { keptOrders } from '#client/routes/admin/picking/kept-pick.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { useListAddress } from '#client/ui/list/list-address.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { MAX_PICKED_ORDERS } from '#shared/office-lists.ts';
import { SHIPPING_WORDS } from '#shared/rules/order-facts.ts';
import type { PickableOrder, PickList } from '#shared/schemas/staff-picking.ts';
import styles from './picking.module.css';

/** Shows /admin/picking: what waits to be picked, order by order and bin by bin, and what waits at the counter. */
export function Component() {
  const address = useListAddress();
  const chosen = numbersIn(address.of('orders'));
  const { data, error, refetch } = trpc.orders.pickList.useQuery(
    chosen.length > 0 ? { orders: chosen } : {},
    {
      staleTime: 0,
      placeholderData: before => before,
    },
  );
  return (
    <>
      <PageHead title="Picking" description="What is to be picked." hidden />
      <div className={styles.head}>
        <h1>Picking list</h1>
        <Button onClick={() => print()}>Print</Button>
      </div>
      <KeptHere />
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {!error && !data && <p role="status">Loading…</p>}
      {data && <Lists key={chosen.join()} list={data} chosen={chosen} />}
      <Counter />
    </>
  );
}

const MAX_NUMBER = 2_147_483_647;

/** Reads order numbers from the address; what is none is left out. */
function numbersIn(text: string): number[] {
  const numbers = text.split(',').flatMap(one => {
    const number = /^\d{1,10}$/.test(one) ? Number(one) : 0;
    return number >= 1 && number <= MAX_NUMBER ? [number] : [];
  });
  return [...new Set(numbers)].slice(0, MAX_PICKED_ORDERS);
}

function Lists({ list, chosen }: { list: PickList; chosen: readonly number[] }) {
  const navigate = useNavigate();
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const { orders, total, bins } = list;
  const gone = chosen.filter(number => !orders.some(({ orderNumber }) => orderNumber === number));
  if (orders.length === 0) {
    return (
      <p className={styles.nothing}>
        {chosen.length > 0 ? 'None of these orders waits to be picked. ' : 'Nothing waits to be picked.'}
        {chosen.length > 0 && <ButtonLink to="/admin/picking">Show all that wait</ButtonLink>}
      </p>
    );
  }
  const narrow = ticked.length > 0 ? ticked : null;
  return (
    <>
      <div className={styles.line}>
        <p role="status" className={styles.count}>
          {total > orders.length
            ? `The oldest ${orders.length} of ${total.toLocaleString('en-US')} orders`
            : total === 1
              ? '1 order'
              : `${total} orders`}
          {gone.length > 0 && `; not to be picked any more: ${gone.join(', ')}`}
        </p>
        <div className={`${styles.choose} no-print`}>
          {narrow && (
            <Button onClick={() => navigate(`/admin/picking?orders=${narrow.join()}`)}>
              {narrow.length === 1 ? 'List this one alone' : `List these ${narrow.length} alone`}
            </Button>
          )}
          {chosen.length > 0 && <ButtonLink to="/admin/picking">Show all that wait</ButtonLink>}
        </div>
      </div>
      <Orders
        orders={orders}
        ticked={ticked}
        onTick={(number, isTicked) =>
          setTicked(before => (isTicked ? [...before, number] : before.filter(one => one !== number)))
        }
      />
      <BinTable bins={bins} orders={orders} />
    </>
  );
}

/** So many rows stand above the bins on a phone, with the height of two, and at a desk. */
const FEW = 2;
const FEW_AT_DESK = 8;

interface OrdersProps {
  orders: readonly PickableOrder[];
  ticked: readonly number[];
  onTick: (number: number, isTicked: boolean) => void;
}

/** The first of the orders, and all of them for whoever chooses among them: what is picked from is the list of bins. */
function Orders({ orders, ticked, onTick }: OrdersProps) {
  const id = useId();
  const [isAll, setAll] = useState(false);
  return (
    <>
      <ul id={id} className={`${styles.orders} ${isAll ? '' : styles.few}`} aria-label="Orders to pick">
        {orders.map((order, index) => (
          <OrderRow
            key={order._id}
            order={order}
            more={index >= FEW_AT_DESK ? 'everywhere' : index >= FEW ? 'on phones' : undefined}
            isTicked={ticked.includes(order.orderNumber)}
            onTick={isTicked => onTick(order.orderNumber, isTicked)}
          />
        ))}
      </ul>
      {orders.length > FEW && (
        <Button
          size="small"
          className={`${orders.length > FEW_AT_DESK ? styles.all : styles.allOnPhones} no-print`}
          aria-expanded={isAll}
          aria-controls={id}
          onClick={() => setAll(!isAll)}
        >
          {isAll ? 'Show the first alone' : `Show all ${orders.length}`}
        </Button>
      )}
    </>
  );
}

interface RowProps {
  order: PickableOrder;
  /** Tells where it is none of the first. */
  more: 'everywhere' | 'on phones' | undefined;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}

function OrderRow({ order, more, isTicked, onTick }: RowProps) {
  const { _id, orderNumber, name, companyName, shippingMethod, overLimit, picker } = order;
  return (
    <li data-more={more}>
      <label className="no-print">
        <input
          type="checkbox"
          checked={isTicked}
          aria-label={`Choose order ${orderNumber}`}
          onChange={({ target }) => onTick(target.checked)}
        />
      </label>
      <span className={styles.who}>
        <span>
          <b>{orderNumber}</b> {[name, companyName].filter(Boolean).join(', ')}
        </span>
        <small>
          {SHIPPING_WORDS[shippingMethod].name}
          {picker && <em>{`${picker} is picking it`}</em>}
          {overLimit && <em>over its limit</em>}
        </small>
      </span>
      <Link
        className={`${styles.pick} no-print`}
        to={`/admin/picking/${_id}`}
        aria-label={`Pick ${orderNumber}`}
      >
        Pick
      </Link>
    </li>
  );
}

/** Leads to orders of which this device keeps ticks that did not arrive: opened, they are sent. */
function KeptHere() {
  const user = useUser()?._id ?? '';
  const [kept, setKept] = useState<ReturnType<typeof keptOrders>>([]);
  // The server's page knows nothing of it.
  useEffect(() => setKept(keptOrders(user)), [user]);
  if (kept.length === 0) return null;
  return (
    <section className={`${styles.kept} no-print`} aria-label="Kept on this device">
      {kept.map(({ order, orderNumber, ticks }) => (
        <Link key={order} to={`/admin/picking/${order}`}>
          {`Order ${orderNumber}: ${ticks === 1 ? '1 tick' : `${ticks} ticks`} did not arrive yet`}
        </Link>
      ))}
    </section>
  );
}

/** Leads to what is ready, to be handed over. */
function Counter() {
  const { data } = trpc.orders.desk.useQuery({ view: 'ready', sort: 'date', limit: 100 }, { staleTime: 0 });
  if (!data || data.orders.length === 0) return null;
  return (
    <section className={`${styles.counter} no-print`} aria-labelledby="counter">
      <h2 id="counter">At the counter</h2>
      <ul className={styles.orders}>
        {data.orders.map(({ _id, orderNumber, name, companyName, itemCount, openCount }) => (
          <li key={_id}>
            <span className={styles.who}>
              <span>
                <b>{orderNumber}</b> {[name, companyName].filter(Boolean).join(', ')}
              </span>
              <small>{`${itemCount - openCount} of ${itemCount} ready`}</small>
            </span>
            <Link
              className={styles.pick}
              to={`/admin/picking/${_id}`}
              aria-label={`Hand over ${orderNumber}`}
            >
              Hand over
            </Link>
          </li>
        ))}
      </ul>
      {data.total > data.orders.length && (
        <Link to="/admin/orders?view=ready">{`All ${data.total.toLocaleString('en-US')} that are ready`}</Link>
      )}
    </section>
  );
}
