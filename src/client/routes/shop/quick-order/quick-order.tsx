import { useEffect, useRef, useState } from 'react';
import { useAddToCart } from '#client/features/cart/add-to-cart.ts';
import { lineOf, useWorkingCart } from '#client/features/cart/cart.ts';
import { useCartChoice } from '#client/features/cart/cart-choice.ts';
import layout from '#client/features/cart/cart-layout.module.css';
import { CartSelector } from '#client/features/cart/cart-selector.tsx';
import { useKept } from '#client/features/catalog/kept-list.ts';
import { ListEntry } from '#client/features/quick-order/list-entry.tsx';
import { addRows, orderRows, removeRows } from '#client/features/quick-order/order-rows.ts';
import { type Held, type JudgedRow, judgeRows } from '#client/routes/shop/quick-order/judged-rows.ts';
import { OrderRow } from '#client/routes/shop/quick-order/order-row.tsx';
import { useMatches } from '#client/routes/shop/quick-order/use-matches.ts';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { CART_TEXTS } from '#shared/messages.ts';
import { countItems } from '#shared/rules/cart.ts';
import { formatMoney, sumMoney } from '#shared/rules/money.ts';
import styles from './quick-order.module.css';

/** /quick-order: a list of numbers and quantities, typed, pasted or uploaded, each row answered where it stands. */
export function Component() {
  const rows = useKept(orderRows);
  const { matches, failed, again } = useMatches(rows);
  const held = useHeld();
  const judged = judgeRows(rows, matches, held);
  return (
    <div className={`container ${styles.page}`}>
      <PageHead
        title="Quick order"
        description="Order by product number: type, paste or upload a list."
        hidden
      />
      <h1>Quick order</h1>
      <div className={styles.entry}>
        <ListEntry rows={rows.length === 0 ? 8 : 3} />
      </div>
      {failed && (
        <p className={styles.failed} role="alert">
          {'The numbers could not be looked up. Your list is kept. '}
          <Button size="small" onClick={again}>
            Try again
          </Button>
        </p>
      )}
      {rows.length > 0 && <OrderList judged={judged} />}
    </div>
  );
}

/** Counts what the current cart has already, if the list goes into that one. */
function useHeld(): Held {
  const cart = useWorkingCart();
  const { chosen } = useCartChoice();
  const held = new Map<string, number>();
  if (chosen) return held;
  for (const { variantId, quantity } of cart?.cart ?? [])
    held.set(variantId, (held.get(variantId) ?? 0) + quantity);
  return held;
}

const needsLook = ({ standing }: JudgedRow) => standing !== 'ready' && standing !== 'asking';

function OrderList({ judged }: { judged: readonly JudgedRow[] }) {
  // Rows that were mended since stay where they are being typed in.
  const [looked, setLooked] = useState<ReadonlySet<string> | null>(null);
  const doubtful = judged.filter(needsLook);
  const shown = useAnswered(judged);
  const offersLook = looked !== null || (doubtful.length > 0 && doubtful.length < judged.length);
  return (
    <section className={styles.layout} aria-label="Your list">
      <div className={styles.bar}>
        <p role="status">{standingText(judged)}</p>
        <Checkbox
          label="Only rows that need attention"
          checked={looked !== null}
          aria-disabled={!offersLook}
          onChange={event =>
            setLooked(event.target.checked && offersLook ? new Set(doubtful.map(({ row }) => row._id)) : null)
          }
        />
        <div className={styles.foot}>
          <Button size="small" onClick={() => addRows([{ number: '', quantity: '' }])}>
            Add a row
          </Button>
          <Button size="small" onClick={() => orderRows.change(() => [])}>
            Empty the list
          </Button>
        </div>
      </div>
      <Summary judged={judged} doubtful={doubtful.length} />
      <ol className={styles.rows}>
        {shown.map(
          (one, index) =>
            one &&
            (!looked || looked.has(one.row._id) || needsLook(one)) && (
              <OrderRow key={one.row._id} index={index} judged={one} />
            ),
        )}
      </ol>
    </section>
  );
}

/**
 * The rows as they are shown, so that nothing jumps: a new one once its number was answered; one that is being typed
 * in as it was, until there is an answer to what it says now.
 */
function useAnswered(judged: readonly JudgedRow[]): (JudgedRow | null)[] {
  const before = useRef<ReadonlyMap<string, JudgedRow>>(new Map());
  const shown = judged.map(one => {
    if (one.standing !== 'asking') return one;
    const last = before.current.get(one.row._id);
    return last ? { ...last, row: one.row, standing: 'asking' as const } : null;
  });
  useEffect(() => {
    before.current = new Map(shown.flatMap(one => (one ? [[one.row._id, one]] : [])));
  });
  return shown;
}

const count = (many: number, one: string, more = `${one}s`) =>
  `${many.toLocaleString('en-US')} ${many === 1 ? one : more}`;

function standingText(judged: readonly JudgedRow[]): string {
  const asking = judged.filter(({ standing }) => standing === 'asking').length;
  const doubtful = judged.filter(needsLook).length;
  const ready = judged.length - asking - doubtful;
  return [
    `${count(judged.length, 'row')}:`,
    [
      `${ready.toLocaleString('en-US')} ready`,
      doubtful > 0 && `${doubtful.toLocaleString('en-US')} ${doubtful === 1 ? 'needs' : 'need'} attention`,
      asking > 0 && `${asking.toLocaleString('en-US')} being looked up`,
    ]
      .filter(Boolean)
      .join(', '),
  ].join(' ');
}

const staysText = (doubtful: number) =>
  doubtful === 1
    ? 'The row that needs attention stays in the list.'
    : `${doubtful.toLocaleString('en-US')} rows that need attention stay in the list.`;

/** Sums up what can be ordered as it is; the rest stays in the list. */
function Summary({ judged, doubtful }: { judged: readonly JudgedRow[]; doubtful: number }) {
  const { addAll, isAdding } = useAddToCart();
  const choice = useCartChoice();
  const ready = judged.flatMap(({ row, standing, variant, quantity, total }) =>
    standing === 'ready' && variant && quantity && total !== null
      ? [{ variant, quantity, total, _id: row._id }]
      : [],
  );
  const items = countItems(ready);
  const add = async () => {
    const lines = ready.map(({ variant, quantity }) => lineOf(variant.product, variant, quantity));
    if (await addAll(lines, undefined, choice.chosen)) removeRows(new Set(ready.map(({ _id }) => _id)));
  };
  return (
    <aside className={`${layout.aside} ${styles.aside}`} aria-label="Summary">
      <dl className={styles.sum}>
        <dt>{count(items, 'item')}</dt>
        <dd>{formatMoney(sumMoney(ready.map(({ total }) => total)))}</dd>
      </dl>
      <p className="muted">
        {doubtful > 0 ? staysText(doubtful) : 'Shipping and tax are added at checkout.'}
      </p>
      <CartSelector {...choice} />
      <Button look="primary" size="large" wide unable={items === 0} busy={isAdding} onClick={add}>
        {isAdding ? CART_TEXTS.adding : CART_TEXTS.add(items, choice.chosen?.orderName ?? 'cart')}
      </Button>
    </aside>
  );
}
