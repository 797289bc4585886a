import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { recordHref } from '#client/features/office/record-links.ts';
import { isMissing, MissingRecord } from '#client/features/office/record-page.tsx';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { changesBetween } from '#client/routes/admin/picking/changes-between.ts';
import { HandOver } from '#client/routes/admin/picking/hand-over.tsx';
import {
  beginKept,
  countIn,
  type KeptPick,
  readKept,
  writeKept,
} from '#client/routes/admin/picking/kept-pick.ts';
import { PickList } from '#client/routes/admin/picking/pick-list.tsx';
import { Finished, PickedBy, StartPicking } from '#client/routes/admin/picking/take-on.tsx';
import { forgetEarlier } from '#client/routes/admin/picking/use-pick.ts';
import { trpc } from '#client/trpc.ts';
import { Facts } from '#client/ui/facts.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { formatMoney, toCents } from '#shared/rules/money.ts';
import { orderNames, PAYMENT_WORDS, SHIPPING_WORDS, STATUS_WORDS } from '#shared/rules/order-facts.ts';
import { canBePicked } from '#shared/rules/picking.ts';
import type { FinishedPick, PickSheet } from '#shared/schemas/staff-picking.ts';
import styles from './pick.module.css';

/** Shows /admin/picking/{id}: one order, made to be picked with a phone in one hand. */
export function Component() {
  const { id = '' } = useParams();
  // Counts stand in the page: a sheet that is read anew by itself would take the place of one that is in use.
  const { data, error, refetch } = trpc.picking.sheet.useQuery(
    { id },
    { staleTime: 0, gcTime: 0, refetchOnReconnect: false },
  );
  const isGone = isMissing(error);
  const user = useUser()?._id ?? '';
  // Ticks can be sent to no order that was deleted, or has left.
  const isOver =
    refusal(error).reason === 'not_found' || (data && !canBePicked(data.order.status) && !isCanceled(data));
  useEffect(() => {
    if (isOver) forgetKept(user, id);
  }, [isOver, user, id]);
  const title = data ? `Order ${data.order.orderNumber}` : 'Picking';
  return (
    <div className={styles.page}>
      <PageHead
        title={data ? `Pick order ${data.order.orderNumber}` : 'Picking'}
        description="One order, as it is picked."
        hidden
      />
      <p className={styles.ways}>
        <Link to="/admin/picking">Picking</Link>
        {!isGone && <Link to={recordHref('order', id)}>The order</Link>}
      </p>
      {isGone ? (
        <MissingRecord list="/admin/picking" thing="order" all="All that is to be picked" />
      ) : (
        <h1>{title}</h1>
      )}
      {error && !data && !isGone && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {!error && !data && <p role="status">Loading…</p>}
      {data && !isGone && <Sheet key={data.order._id} sheet={data} refetch={refetch} />}
    </div>
  );
}

interface Earlier {
  sheet: PickSheet;
  kept: KeptPick;
}

function Sheet({ sheet, refetch }: { sheet: PickSheet; refetch: () => Promise<unknown> }) {
  const user = useUser()?._id ?? '';
  const { picking } = trpc.useUtils();
  const [done, setDone] = useState<FinishedPick | null>(null);
  const [before, setBefore] = useState<Earlier | null>(null);
  const { order, pick, places, list } = sheet;
  const show = (next: PickSheet) => picking.sheet.setData({ id: order._id }, next);
  const isPicked = canBePicked(order.status);
  const own = done ? null : beginKept(sheet, before?.kept ?? readKept(user, order._id));
  const begun = isPicked ? own : null;
  const begin = (next: PickSheet) => {
    setDone(null);
    show(next);
  };
  return (
    <>
      <OrderFacts sheet={sheet} />
      {begun && pick && (
        <PickList
          key={`${pick.key} ${list}`}
          user={user}
          sheet={sheet}
          begun={begun}
          changes={
            before && before.kept.key === pick.key ? changesBetween(before.sheet, sheet, before.kept) : []
          }
          onFinished={async finished => {
            setBefore(null);
            setDone(finished);
            await refetch();
          }}
          onLookAgain={(kept, next) => {
            setBefore({ sheet, kept });
            show(next);
          }}
          onEnded={async () => {
            setBefore(null);
            await refetch();
          }}
        />
      )}
      {done && <Finished done={done} order={order} />}
      {!begun && !done && isPicked && pick && <PickedBy sheet={sheet} onBegun={begin} onRefused={refetch} />}
      {!begun && isPicked && !pick && places.length > 0 && !done && (
        <StartPicking sheet={sheet} onBegun={begin} onRefused={refetch} />
      )}
      {!begun && !done && isPicked && order.status !== 'Ready' && places.length === 0 && (
        <p className={styles.nothing}>
          {order.fulfilled < order.ordered
            ? 'Nothing of what is open lies on our shelves.'
            : 'All of it is picked.'}
        </p>
      )}
      {isCanceled(sheet) && own && (
        <PutAway places={places} kept={own} onSeen={() => forgetKept(user, order._id)} />
      )}
      {!begun && order.status === 'Ready' && <HandOver sheet={sheet} onHandedOver={refetch} />}
    </>
  );
}

interface PutAwayProps extends Pick<PickSheet, 'places'> {
  kept: KeptPick;
  /** Called when whoever picked it goes on to something else. */
  onSeen: () => void;
}

/** Says where the goods of an order belong that was canceled while somebody picked it. */
function PutAway({ places, kept, onSeen }: PutAwayProps) {
  const seen = useEffectEvent(onSeen);
  useEffect(() => () => seen(), []);
  const held = places.filter(({ place }) => countIn(kept, place).picked > 0);
  if (held.length === 0) return null;
  return (
    <section className={styles.changed} aria-label="To be put away">
      <p>What you have picked goes back:</p>
      <ul>
        {held.map(({ place, bin, productNum }) => (
          <li key={place}>{`${countIn(kept, place).picked} × ${productNum} to ${bin || 'its place'}`}</li>
        ))}
      </ul>
    </section>
  );
}

const isCanceled = ({ order }: PickSheet) => order.status === 'Canceled';

/** Forgets what this device keeps of an order for somebody. */
function forgetKept(user: string, order: string): void {
  writeKept(user, order, null);
  forgetEarlier(user, order);
}

function OrderFacts({ sheet: { order, handed } }: { sheet: PickSheet }) {
  const { status, name, companyName, shippingMethod, paymentType, open, notes } = order;
  const owed = paymentType !== 'Terms' && toCents(open) > 0 ? formatMoney(open) : '';
  return (
    <>
      <Facts
        className={styles.facts}
        facts={[
          ['For', [name, companyName].filter(Boolean).join(', ')],
          ['Delivery', SHIPPING_WORDS[shippingMethod].name],
          ['Status', STATUS_WORDS[status]],
          ['Reference', orderNames(order).join(', ')],
          ['Still to pay', owed && `${owed} (${PAYMENT_WORDS[paymentType].name})`],
          ['Handed over', handed.map(({ units, to }) => `${units} of ${order.ordered} to ${to}`).join(', ')],
        ]}
      />
      {notes && <p className={styles.notes}>{notes}</p>}
    </>
  );
}
