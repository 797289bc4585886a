import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { v4 as newKey } from 'uuid';
import { SHIP_TO } from '#client/features/office/address-group.tsx';
import type { ItemHandle } from '#client/features/office/item-field.tsx';
import { recordHref, TO_PAY_BY_CARD } from '#client/features/office/record-links.ts';
import { Panel, RecordColumns } from '#client/features/office/record-page.tsx';
import { useGiving } from '#client/features/office/use-giving.ts';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { AddressNote } from '#client/routes/admin/create-order/address-note.tsx';
import {
  ComesTo,
  type Done,
  GoOnAbove,
  type Made,
  MadeAlready,
  refusedAbove,
} from '#client/routes/admin/create-order/comes-to.tsx';
import { CustomerBeside } from '#client/routes/admin/create-order/customer-beside.tsx';
import { type Customer, CustomerField, WALK_IN } from '#client/routes/admin/create-order/customer-field.tsx';
import { ItemsPanel } from '#client/routes/admin/create-order/items-panel.tsx';
import { type NewLine, whyNot, withItems } from '#client/routes/admin/create-order/new-lines.ts';
import {
  heldOf,
  type OrderFields,
  OrderFieldset,
  sentOf,
} from '#client/routes/admin/create-order/order-fieldset.tsx';
import {
  TakenAlong,
  type TakenAlongBy,
  type Trouble,
} from '#client/routes/admin/create-order/taken-along.tsx';
import { useHoldAsBid } from '#client/routes/admin/create-order/use-hold-as-bid.ts';
import { useOrderFields } from '#client/routes/admin/create-order/use-order-fields.ts';
import { useOrderPreview } from '#client/routes/admin/create-order/use-order-preview.ts';
import { useRefused } from '#client/routes/admin/create-order/use-refused.ts';
import { useStanding } from '#client/routes/admin/create-order/use-standing.ts';
import { useTakeAlongKeys } from '#client/routes/admin/create-order/use-take-along-keys.ts';
import { WaysOn } from '#client/routes/admin/create-order/ways-on.tsx';
import { trpc } from '#client/trpc.ts';
import { fieldErrors } from '#client/ui/form-errors.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { useLeaveGuard } from '#client/ui/record/leave-guard.tsx';
import type { ShippingMethod } from '#shared/enumerations.ts';
import type { ErrorReason } from '#shared/errors.ts';
import { DESK_NOTICES } from '#shared/office-messages.ts';
import type { Money } from '#shared/rules/money.ts';
import type { StaffFigures as Figures } from '#shared/schemas/create-order.ts';
import type { Receipt } from '#shared/schemas/receipts.ts';

/** Shows /admin/createOrder: an order for a customer, or for whoever stands at the counter. */
export function Component() {
  const { client, orders, statement } = trpc.useUtils();
  const navigate = useNavigate();
  const items = useRef<ItemHandle>(null);
  const [key, setKey] = useState(() => newKey());
  const [round, setRound] = useState(0);
  const [customer, setCustomer] = useState<Customer>(WALK_IN);
  const [lines, setLines] = useState<readonly NewLine[]>([]);
  const { usualPayment, hasAccount, storeCredit } = useStanding(customer);
  const { fields, known, ...typing } = useOrderFields(customer, usualPayment);
  const mayGoOn = useUser()?.permissionLevel === 'Admin';
  const refused = useRefused();
  const [done, setDone] = useState<Done | null>(null);
  // The cash that somebody gave, also if the order takes a second try.
  const given = useRef<Money | null>(null);
  // How it was to be delivered, while it is paid to be taken along.
  const [insteadOf, setInsteadOf] = useState<ShippingMethod | null>(null);
  const isPaying = insteadOf !== null;
  const { owner, cart, issues, asked, preview, above, waits } = useOrderPreview({
    ...{ customer, lines, fields, mayGoOn },
  });
  const { figures: seen, isSeen } = preview;
  const errors = { ...refused.errors, ...fieldErrors(preview.refused?.issues ?? []), ...fieldErrors(issues) };
  // The counter types at once, and so for the next customer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a round
  useEffect(() => {
    items.current?.focus();
  }, [round]);
  const type = (typed: Partial<OrderFields>) => {
    typing.type(typed);
    refused.retype(Object.keys(typed));
  };
  const setCart = (change: (before: readonly NewLine[]) => readonly NewLine[]) => {
    setLines(change);
    refused.retype(['cart']);
  };
  const begin = () => {
    setKey(newKey());
    setRound(before => before + 1);
    refused.forget();
    setCustomer(WALK_IN);
    setLines([]);
    typing.clear();
    preview.clear();
    setInsteadOf(null);
  };
  const stopPaying = () => {
    if (insteadOf !== null) typing.type({ shippingMethod: insteadOf });
    setInsteadOf(null);
  };
  useLeaveGuard(lines.length > 0 ? ['the new order'] : [], begin);
  const create = useGiving(client.orders.createByStaff.mutate, {
    success: order => DESK_NOTICES.created(order?.orderNumber),
    failure: DESK_NOTICES.createFailed,
    after: () => orders.invalidate(),
    show: found => {
      // The number of a check stands in the dialog.
      if (!found.some(({ path }) => path[0] === 'takenAlong')) stopPaying();
      refused.show(found);
    },
    own: ['key_reused', 'credit_limit', 'receipt_known'],
  });
  const hold = useHoldAsBid(customer, { key, cart, ...heldOf(fields) }, { after: begin, show: refused.show });
  const refuse = (error: unknown) => {
    const { reason, details } = refusal(error);
    // It is stored, for an Admin; another is another order.
    if (reason === 'waits_for_admin') begin();
    // The number of a check is asked about where it was typed.
    if (reason === 'receipt_known') refused.setKnown((details as { receipt: Receipt }).receipt);
    else if (reason !== null && reason !== 'invalid') stopPaying();
    if (reason === 'key_reused') refused.setMade((details as { order?: Made } | undefined)?.order ?? null);
    if (reason === 'credit_limit') refused.show([refusedAbove(details, mayGoOn)]);
    // The figures are others by now: they are shown beside those that were seen, and asked about again.
    if (reason === 'figures_changed' && (!isPaying || insteadOf === 'local')) refused.setWas(seen);
    if (reason !== null && LOOKS_AGAIN.includes(reason)) {
      preview.again();
      void statement.invalidate();
    }
  };
  const send = (takenAlong?: TakenAlongBy, { as = key, paymentType = fields.paymentType } = {}) => {
    refused.forget();
    if (!isSeen || seen === null || create.isPending) return;
    create.mutate(
      {
        ...asked,
        ...sentOf({ ...fields, paymentType, overLimit: fields.overLimit && above !== null }, takenAlong),
        // Whoever may not go on asks an Admin to; an Admin was told by how much before they take it along.
        ...(above !== null && (!mayGoOn || takenAlong?.method === 'account') && { overLimit: true as const }),
        idempotencyKey: as,
        total: seen.total,
        ...(takenAlong && { takenAlong }),
      },
      {
        onSuccess: order => {
          // Drawn at once: nothing is unsaved any more, and the page may be left.
          flushSync(begin);
          if (order.status === 'Completed') setDone({ order, given: takenAlong ? given.current : null });
          else void navigate(recordHref('order', order._id), { state: takenAlong && TO_PAY_BY_CARD });
        },
        onError: refuse,
      },
    );
  };
  const sendAnother = () => {
    const next = newKey();
    setKey(next);
    const along = create.variables?.takenAlong;
    send(along && { number: '', ...along }, { as: next });
  };
  // Whatever was scanned and not added yet would be left out of it, and lost with the form.
  const ifSettled = (goOn: () => void) => {
    if (items.current?.isSettled() !== false) goOn();
  };
  // Whatever is taken along is not sent.
  const pay = () => {
    if (cart.length === 0 || issues.length > 0 || preview.refused) return;
    setInsteadOf(before => before ?? fields.shippingMethod);
    typing.type({ shippingMethod: 'local' });
  };
  useTakeAlongKeys(() => ifSettled(pay));
  return (
    <>
      <PageHead title="New order" description="Make an order for a customer." hidden />
      <h1>New order</h1>
      <RecordColumns
        isKept
        beside={
          <Panel title="Summary">
            <ComesTo
              {...{ preview, errors, was: refused.was }}
              waits={waits}
              goOn={
                fields.paymentType === 'Terms' && mayGoOn ? (
                  <GoOnAbove checked={fields.overLimit} error={errors.overLimit} onTick={type} />
                ) : null
              }
              empty={lines.length === 0 ? 'Nothing yet.' : issues.length > 0 ? '' : 'Working it out…'}
            />
            {refused.made && (
              <MadeAlready order={refused.made} unable={!isSeen} onAnother={() => ifSettled(sendAnother)} />
            )}
            <WaysOn
              {...{
                fields,
                waits,
                unable: !isSeen,
                hasLines: lines.length > 0,
                why: whyNot(lines, issues),
                isPerson: customer.kind === 'user',
              }}
              {...{ isSending: create.isPending, isHolding: hold.isPending }}
              onPay={() => ifSettled(pay)}
              onSend={() => ifSettled(send)}
              onHold={() => ifSettled(hold.mutate)}
            />
          </Panel>
        }
      >
        <ItemsPanel
          {...{ round, done, owner, lines, errors, figures: seen, handle: items }}
          onAdd={found => {
            setDone(null);
            setCart(before => withItems(before, found));
          }}
          onChange={setCart}
        />
        <Panel title="Customer">
          <CustomerField
            key={round}
            chosen={customer}
            onChoose={one => {
              setCustomer(one);
              // Another limit is asked about anew.
              typing.type({ overLimit: false });
              refused.retype(['cart', 'paymentType', 'overLimit', ...SHIP_TO]);
            }}
          />
          {customer.kind !== 'walk-in' && <CustomerBeside customer={customer} />}
        </Panel>
        <Panel title="Details">
          <OrderFieldset
            fields={fields}
            errors={errors}
            couponStatus={isSeen && seen ? seen.couponStatus : null}
            isWalkIn={customer.kind === 'walk-in'}
            storeCredit={storeCredit}
            addressNote={<AddressNote {...{ known, ...typing }} onTake={() => refused.retype(SHIP_TO)} />}
            onType={type}
          />
        </Panel>
      </RecordColumns>
      {isPaying && seen && (
        <TakenAlong
          {...{ above, mayGoOn, hasAccount, paymentType: fields.paymentType }}
          {...{ total: seen.total, isReady: isSeen, busy: create.isPending, known: refused.known }}
          trouble={troubleOf(lines, seen)}
          error={refused.errors['takenAlong.number'] ?? null}
          onAsk={onAccount => send(undefined, onAccount ? { paymentType: 'Terms' } : {})}
          onRetype={() => refused.retype(['takenAlong'])}
          onClose={stopPaying}
          onPay={(paid, cash) => {
            given.current = cash;
            send(paid);
          }}
        />
      )}
    </>
  );
}

/** Looks again at what else is so by now. */
const LOOKS_AGAIN: readonly ErrorReason[] = ['figures_changed', 'out_of_stock', 'line_gone', 'credit_limit'];

/** Tells why what is priced can't be taken along now: money that is taken for it would be taken for nothing. */
function troubleOf(lines: readonly NewLine[], { cart, waits }: Figures): Trouble | null {
  const short = cart.flatMap(line => {
    const own = lines.find(({ variantId }) => variantId === line.variantId);
    return line.short === null ? [] : [{ called: own?.productNum || own?.name || '', left: line.short }];
  });
  if (short.length > 0) return { kind: 'short', short };
  return waits ? { kind: 'waits' } : null;
}
