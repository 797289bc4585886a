import { type FormEvent, useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { orderNames, STATUS_TEXTS } from '#client/features/orders/order-texts.ts';
import { refusal } from '#client/refusal.ts';
import { AddToHistory } from '#client/routes/user/orders/add-to-history.tsx';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { SelectField, TextField } from '#client/ui/field.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Unread } from '#client/ui/unread.tsx';
import { ORDER_STATUSES } from '#shared/enumerations.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { ListedOrder } from '#shared/schemas/orders.ts';
import styles from './orders.module.css';

const PER_PAGE = 25;
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** /user/orders: what one has ordered; what is looked for stands in the address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const search = params.get('search') ?? '';
  const status = ORDER_STATUSES.find(one => one === params.get('status'));
  const asked = { page, limit: PER_PAGE, ...(search && { search }), ...(status && { status }) };
  const { data, error, isPlaceholderData, refetch } = trpc.orders.list.useQuery(asked, {
    staleTime: 0,
    placeholderData: before => before,
  });
  const isNarrowed = search !== '' || status !== undefined;
  const hrefOf = (to: number) => {
    const next = new URLSearchParams(params);
    next.set('page', String(to));
    return `/user/orders?${next}`;
  };
  return (
    <>
      <PageHead title="Orders" description="Your orders." hidden />
      <h1>Orders</h1>
      <Narrow
        key={`${search} ${status}`}
        {...{ search, status: status ?? '' }}
        onChange={next => setParams(next)}
      />
      {error && (
        <Unread
          why={refusal(error).status === 0 ? refusal(error).message : ORDER_NOTICES.listFailed.text}
          again={refetch}
        />
      )}
      {!error && !data && <p role="status">Looking them up …</p>}
      {data && (
        <div className={isPlaceholderData ? styles.stale : undefined} aria-busy={isPlaceholderData}>
          <p role="status" className="muted">
            {data.total === 1 ? '1 order' : `${data.total.toLocaleString('en-US')} orders`}
          </p>
          {data.orders.length === 0 && <Nothing isNarrowed={isNarrowed} />}
          <ul className={styles.orders}>
            {data.orders.map(order => (
              <OrderRow key={order._id} order={order} />
            ))}
          </ul>
          <Pagination page={page} pages={Math.ceil(data.total / PER_PAGE)} href={hrefOf} />
        </div>
      )}
      <AddToHistory />
    </>
  );
}

interface NarrowProps {
  search: string;
  status: string;
  onChange: (params: Record<string, string>) => void;
}

function Narrow({ search, status, onChange }: NarrowProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change(new FormData(event.currentTarget));
  };
  const change = (entered: FormData) => {
    const given = ['search', 'status'].map(name => [name, String(entered.get(name) ?? '').trim()]);
    onChange(Object.fromEntries(given.filter(([, value]) => value !== '')));
  };
  return (
    <form className={`${styles.narrow} no-print`} aria-label="Orders" onSubmit={submit}>
      <TextField
        label="Number, PO, job or product number"
        name="search"
        type="search"
        defaultValue={search}
        maxLength={120}
        optional
      />
      <SelectField
        label="Status"
        name="status"
        defaultValue={status}
        optional
        onChange={event => event.target.form && change(new FormData(event.target.form))}
      >
        <option value="">All</option>
        {ORDER_STATUSES.map(one => (
          <option key={one} value={one}>
            {STATUS_TEXTS[one]}
          </option>
        ))}
      </SelectField>
      <Button type="submit">Search</Button>
    </form>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  return isNarrowed ? (
    <p>
      {'None of your orders is like that. '}
      <Link to="/user/orders">Show all</Link>
    </p>
  ) : (
    <p>
      {'You have not ordered anything yet. '}
      <ButtonLink to="/categories">Shop now</ButtonLink>
    </p>
  );
}

function OrderRow({ order }: { order: ListedOrder }) {
  const names = useId();
  const { _id, orderNumber, status, createdAt, total, itemCount, paid } = order;
  const open = status === 'Held' || paid ? 0 : openBalance(order);
  return (
    <li>
      <Link to={`/user/orders/${_id}`} aria-describedby={names}>{`Order ${orderNumber}`}</Link>
      <span id={names} className="muted">
        {orderNames(order).join(', ')}
      </span>
      <span>{DATE.format(new Date(createdAt))}</span>
      <span>{itemCount === 1 ? '1 item' : `${itemCount.toLocaleString('en-US')} items`}</span>
      <span className={status === 'Canceled' ? styles.canceled : styles.status}>{STATUS_TEXTS[status]}</span>
      <span className={styles.amount}>
        {formatMoney(total)}
        {open !== 0 && <small>{`${formatMoney(open)} open`}</small>}
      </span>
    </li>
  );
}
