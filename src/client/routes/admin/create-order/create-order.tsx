import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { v4 as newKey } from 'uuid';
import { useAction } from '#client/features/notices/notices.ts';
import { ItemField } from '#client/features/office/item-field.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import { Panel, RecordColumns } from '#client/features/office/record-page.tsx';
import { StaffFigures } from '#client/features/office/staff-figures.tsx';
import { type LineFigures, StaffLines } from '#client/features/office/staff-lines.tsx';
import { useGiving } from '#client/features/office/use-giving.ts';
import { useSettled } from '#client/features/search/suggestions.ts';
import { refusal } from '#client/refusal.ts';
import styles from '#client/routes/admin/create-order/create-order.module.css';
import { CustomerBeside } from '#client/routes/admin/create-order/customer-beside.tsx';
import { type Customer, CustomerField, WALK_IN } from '#client/routes/admin/create-order/customer-field.tsx';
import { cartOf, type NewLine, withItems } from '#client/routes/admin/create-order/new-lines.ts';
import {
  type OrderFields,
  OrderFieldset,
  sentOf,
  UNTYPED,
} from '#client/routes/admin/create-order/order-fieldset.tsx';
import { TakenAlong } from '#client/routes/admin/create-order/taken-along.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { type FieldErrors, fieldErrors } from '#client/ui/form-errors.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import type { ReceiptMethod } from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import { DESK_NOTICES } from '#shared/office-messages.ts';
import { formatMoney, multiplyMoney } from '#shared/rules/money.ts';
import type { StaffFigures as Figures } from '#shared/schemas/create-order.ts';

interface Seen {
  of: string;
  figures: Figures;
}

/** Shows /admin/createOrder: an order for a customer, or for whoever stands at the counter. */
export function Component() {
  const { client, orders } = trpc.useUtils();
  const navigate = useNavigate();
  const items = useRef<{ focus: () => void }>(null);
  const [key, setKey] = useState(() => newKey());
  const [customer, setCustomer] = useState<Customer>(WALK_IN);
  const [lines, setLines] = useState<readonly NewLine[]>([]);
  const [fields, setFields] = useState<OrderFields>(UNTYPED);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [trouble, setTrouble] = useState<string | null>(null);
  const [seen, setSeen] = useState<Seen | null>(null);
  const [isPaying, setPaying] = useState(false);
  const owner = customer.kind === 'walk-in' ? {} : { [customer.kind]: customer._id };
  const { cart, issues } = cartOf(lines);
  const { shippingMethod, couponCode, useStoreCredit } = fields;
  const asked = { ...owner, cart, shippingMethod, couponCode: couponCode.trim(), useStoreCredit };
  const now = cart.length > 0 && issues.length === 0 ? JSON.stringify(asked) : '';
  const settled = useSettled(now);
  const show = (found: readonly FieldIssue[]) => setErrors(fieldErrors(found));

  const look = useEffectEvent(async (of: string) => {
    try {
      const figures = await client.orders.priceForStaff.mutate(asked);
      setSeen({ of, figures });
      setErrors({});
      setTrouble(null);
    } catch (error) {
      const { reason, issues: found, message } = refusal(error);
      setSeen(null);
      show(found);
      setTrouble(reason === 'invalid' && found.length > 0 ? null : message);
    }
  });
  useEffect(() => {
    if (settled !== '') void look(settled);
  }, [settled]);
  // The counter types at once.
  useEffect(() => items.current?.focus(), []);

  const begin = () => {
    setKey(newKey());
    setCustomer(WALK_IN);
    setLines([]);
    setFields(UNTYPED);
    setSeen(null);
    setErrors({});
    setPaying(false);
    items.current?.focus();
  };
  const create = useGiving(client.orders.createByStaff.mutate, {
    success: order => DESK_NOTICES.created(order?.orderNumber),
    failure: DESK_NOTICES.createFailed,
    after: async () => {
      await orders.invalidate();
    },
    show: found => {
      setPaying(false);
      show(found);
    },
  });
  const hold = useAction(
    () =>
      client.carts.saveAsBid.mutate({
        ...(customer.kind === 'user' && { user: customer._id }),
        orderName: fields.orderName.trim() || 'Counter',
        cart: cart.map(({ price: _, priceReason: __, ...line }) => line),
      }),
    { success: ORDER_NOTICES.savedAsBid, failure: ORDER_NOTICES.saveBidFailed, after: begin },
  );
  const isSeen = seen !== null && seen.of === now;
  const send = (takenAlong?: { method: ReceiptMethod; number: string }) => {
    show(issues);
    if (!isSeen || create.isPending) return;
    const said = sentOf(fields, { isAlong: takenAlong !== undefined });
    create.mutate(
      {
        ...asked,
        ...said,
        idempotencyKey: key,
        total: seen.figures.total,
        ...(takenAlong && { takenAlong }),
      },
      {
        onSuccess: order => {
          begin();
          if (!takenAlong) void navigate(recordHref('order', order._id));
        },
        onError: error => {
          const { reason } = refusal(error);
          setPaying(false);
          // It is stored, for an Admin; another is another order.
          if (reason === 'waits_for_admin') begin();
          // The figures are others by now: they are shown, and asked about again.
          if (reason === 'figures_changed') void look(now);
        },
      },
    );
  };
  const pay = () => {
    if (isSeen) setPaying(true);
    else show(issues);
  };
  return (
    <>
      <PageHead title="New order" description="Make an order for a customer." hidden />
      <h1>New order</h1>
      <RecordColumns
        beside={
          <>
            <Panel title="Customer">
              <CustomerField chosen={customer} onChoose={setCustomer} />
              {customer.kind !== 'walk-in' && <CustomerBeside customer={customer} />}
            </Panel>
            <Panel title="What it comes to">
              <div aria-live="polite" className={styles.figures}>
                {trouble && <p className={styles.trouble}>{trouble}</p>}
                {seen && (
                  <div data-old={!isSeen || undefined}>
                    <StaffFigures after={seen.figures} />
                    {seen.figures.missing !== null && (
                      <p className={styles.trouble}>
                        {`On account it would be ${formatMoney(seen.figures.missing)} above the credit limit.`}
                      </p>
                    )}
                  </div>
                )}
                {!seen && !trouble && (
                  <p className="muted">{lines.length === 0 ? 'Nothing yet.' : 'Working it out…'}</p>
                )}
              </div>
              <p className={styles.ways}>
                <Button look="primary" unable={!isSeen} onClick={pay} aria-keyshortcuts="Control+Enter">
                  Taken along now
                </Button>
                <Button unable={!isSeen} busy={create.isPending} onClick={() => send()}>
                  Submit the order
                </Button>
                <Button
                  unable={!isSeen || customer.kind !== 'user'}
                  busy={hold.isPending}
                  onClick={() => hold.mutate(undefined)}
                >
                  Hold as a bid
                </Button>
              </p>
            </Panel>
          </>
        }
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: takes a shortcut of everything in it */}
        <div
          onKeyDown={event => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            pay();
          }}
        >
          <Panel title="Items">
            <ItemField
              owner={owner}
              onAdd={found => setLines(before => withItems(before, found))}
              handle={items}
            />
            <StaffLines
              lines={lines}
              figuresOf={line => figuresOf(lines, line, seen?.figures ?? null)}
              errors={errors}
              onChange={(line, typed) =>
                setLines(before => before.map(one => (one.key === line ? { ...one, ...typed } : one)))
              }
              onRemove={line => setLines(before => before.filter(one => one.key !== line))}
            />
          </Panel>
        </div>
        <Panel title="Details">
          <OrderFieldset
            fields={fields}
            errors={errors}
            isWalkIn={customer.kind === 'walk-in'}
            onType={typed => setFields(before => ({ ...before, ...typed }))}
          />
        </Panel>
      </RecordColumns>
      {isPaying && seen && (
        <TakenAlong
          total={seen.figures.total}
          busy={create.isPending}
          onClose={() => setPaying(false)}
          onPay={send}
        />
      )}
    </>
  );
}

function figuresOf(lines: readonly NewLine[], key: string, figures: Figures | null): LineFigures {
  const line = lines.find(one => one.key === key);
  const told = figures?.cart.find(({ variantId }) => variantId === line?.variantId);
  const beside = figures?.prices.find(({ variantId }) => variantId === line?.variantId);
  if (!told || !beside) return { ours: null, price: null, amount: null, cost: null };
  const note = told.short !== null ? `only ${told.short} in stock` : '';
  return {
    ...{ ours: beside.ours, price: told.price, cost: beside.cost, note },
    amount: multiplyMoney(told.price, told.quantity),
  };
}
