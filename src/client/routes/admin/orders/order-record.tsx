import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSaveKeys } from '#client/features/office/record-keys.ts';
import { OrderTimeline } from '#client/features/office/timeline.tsx';
import { FigureTable } from '#client/features/orders/figure-table.tsx';
import { useUser } from '#client/features/session/session.ts';
import { OrderAlerts } from '#client/routes/admin/orders/order-alerts.tsx';
import { OrderDeeds } from '#client/routes/admin/orders/order-deeds.tsx';
import {
  fieldsOf,
  hasParcels,
  labelOf,
  type OrderFields,
  textOf,
} from '#client/routes/admin/orders/order-fields.ts';
import { OrderForm } from '#client/routes/admin/orders/order-form.tsx';
import { OrderLines } from '#client/routes/admin/orders/order-lines.tsx';
import { moneyFacts } from '#client/routes/admin/orders/order-money.ts';
import { OrderMoves } from '#client/routes/admin/orders/order-moves.tsx';
import { OrderReturns } from '#client/routes/admin/orders/order-returns.tsx';
import { OwedRefunds } from '#client/routes/admin/orders/owed-refunds.tsx';
import { ParcelsField } from '#client/routes/admin/orders/parcels-field.tsx';
import { useSaveOrder } from '#client/routes/admin/orders/use-save-order.ts';
import { useUnderWay } from '#client/routes/admin/orders/use-under-way.ts';
import { Button } from '#client/ui/button.tsx';
import { Facts } from '#client/ui/facts.tsx';
import { MOMENT } from '#client/ui/moment.ts';
import { OthersChanges } from '#client/ui/record/others-changes.tsx';
import { SaveBar } from '#client/ui/record/save-bar.tsx';
import { useDraft } from '#client/ui/record/use-draft.ts';
import { longDate, PAYMENT_WORDS, SHIPPING_WORDS, STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { OrderRecord as Order } from '#shared/schemas/order-desk.ts';
import styles from './order.module.css';
import moves from './order-moves.module.css';

/** One order at the desk: what is to be done with it, its lines, its fields, its history. `back`: the list. */
export function OrderRecord({ order, back }: { order: Order; back: string }) {
  useSaveKeys();
  const user = useUser();
  const draft = useDraft<OrderFields>(`order ${user?._id} ${order._id}`, fieldsOf(order));
  const saving = useSaveOrder(order, draft);
  const { errors } = saving;
  useUnderWay(order);
  // On phones: the next move alone, until the rest is asked for.
  const [isOpen, setOpen] = useState(false);
  const [begun, setBegun] = useState<string | null>(null);
  return (
    <>
      <h1>
        {`Order ${order.orderNumber} `}
        <span className={styles.status} data-status={order.status}>
          {STATUS_WORDS[order.status]}
        </span>
      </h1>
      <OrderAlerts order={order} />
      <OwedRefunds order={order} />
      <div className={`${moves.all} no-print`} data-open={isOpen || undefined}>
        <OrderMoves
          order={order}
          draft={draft}
          saving={saving}
          more={
            <Button className={moves.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Less' : 'More'}
            </Button>
          }
        />
        <OrderDeeds order={order} back={back} onReturn={setBegun} />
      </div>
      <OthersChanges
        draft={draft}
        labelOf={name => labelOf(order, name)}
        textOf={textOf}
        refused={saving.refused}
      />
      <div className={styles.columns}>
        <div>
          <section className={styles.panel} aria-label="Lines">
            <OrderLines order={order} draft={draft} errors={errors} />
            <div className={styles.sums}>
              <FigureTable figures={order} coupon={order.couponCode} />
            </div>
          </section>
          <OrderReturns order={order} begun={begun} />
          {hasParcels(order) && (
            <section className={styles.panel} aria-label="Delivery">
              <ParcelsField draft={draft} error={errors.tracking} />
            </section>
          )}
          <section className={`${styles.panel} ${styles.details}`} aria-label="Details">
            <OrderForm order={order} draft={draft} errors={errors} />
          </section>
          <SaveBar
            changes={draft.changed.map(name => labelOf(order, name))}
            busy={saving.isSaving}
            onSave={() => saving.save()}
            onDiscard={draft.discard}
          />
        </div>
        <div>
          <section className={styles.panel} aria-label="About this order">
            <OrderFacts order={order} />
          </section>
          <div className={styles.history}>
            <OrderTimeline order={order._id} />
          </div>
        </div>
      </div>
    </>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const due = order.dueDate && !order.paid ? `, due ${longDate(order.dueDate)}` : '';
  const facts: [label: string, value: string][] = [
    ['Ordered', MOMENT.format(new Date(order.createdAt))],
    ['Order date', longDate(order.date)],
    ['Made by', order.madeBy ?? ''],
    ['Company', order.companyName ?? ''],
    ['Payment', PAYMENT_WORDS[order.paymentType].label + (order.paid ? ', paid' : due)],
    ['Delivery', SHIPPING_WORDS[order.shippingMethod].name],
    ['Coupon', order.couponCode],
    ...moneyFacts(order),
    ['Test', order.test ? 'Paid with the test gateway: no money moved' : ''],
  ];
  return (
    <>
      <Facts className={styles.facts} facts={facts} />
      {order.user && (
        <p>
          <Link to={`/admin/orders?view=all&search=${encodeURIComponent(order.email)}`}>
            All orders of this customer
          </Link>
        </p>
      )}
    </>
  );
}
