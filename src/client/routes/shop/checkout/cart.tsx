import { useState } from 'react';
import { linesForServer, useWorkingCart, workingCart } from '#client/features/cart/cart.ts';
import { useFigures } from '#client/features/cart/figures.ts';
import { FigureTable } from '#client/features/orders/figure-table.tsx';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { CartLineRow } from '#client/routes/shop/checkout/cart-line-row.tsx';
import { EmptyCart } from '#client/routes/shop/checkout/empty-cart.tsx';
import { goneLines } from '#client/routes/shop/checkout/gone-lines.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { isSameLine, type WorkingCart, type WorkingLine } from '#shared/rules/cart.ts';
import styles from './cart.module.css';

/** /checkout: the cart (spec §2). */
export function Component() {
  const cart = useWorkingCart();
  return (
    <div className="container">
      <PageHead title="Cart" description="What is in your cart." hidden />
      <h1>Cart</h1>
      <noscript>
        <p>The cart needs JavaScript, which is switched off in this browser.</p>
      </noscript>
      {!cart && <div className={styles.wait} />}
      {cart && (cart.cart.length > 0 ? <FullCart cart={cart} /> : <EmptyCart />)}
    </div>
  );
}

function FullCart({ cart }: { cart: WorkingCart }) {
  const isSignedIn = useUser() !== null;
  const [removed, setRemoved] = useState<{ line: WorkingLine; at: number } | null>(null);
  const { cart: lines, shippingMethod, couponCode } = cart;
  const asked = linesForServer(lines);
  const {
    data: figures,
    error,
    isPlaceholderData,
    refetch,
    isFetching,
  } = useFigures({
    cart: asked,
    shippingMethod,
    ...(couponCode && { couponCode }),
  });
  const gone = goneLines(error);
  return (
    <div className={styles.layout}>
      <div>
        {removed && (
          <p className={styles.undo} role="status">
            {`${removed.line.name} removed.`}
            <Button
              look="quiet"
              onClick={() => {
                workingCart.restore(removed.line, removed.at);
                setRemoved(null);
              }}
            >
              Undo
            </Button>
          </p>
        )}
        <ul className={styles.lines} aria-label="In the cart">
          {lines.map((line, at) => (
            <CartLineRow
              key={`${line.variantId} ${line.variantGroup}`}
              line={line}
              priced={isPlaceholderData ? undefined : figures?.cart.find(one => isSameLine(one, line))}
              gone={gone.get(at)}
              onRemove={() => {
                workingCart.remove(line);
                setRemoved({ line, at });
              }}
            />
          ))}
        </ul>
      </div>
      <aside className={styles.aside} aria-label="Summary">
        {!figures && !error && <div className={styles.figures} />}
        {figures && (
          <div className={isFetching ? styles.stale : undefined}>
            <FigureTable figures={figures} />
          </div>
        )}
        {error && gone.size > 0 && <p className={styles.gone}>Please remove what is no longer available.</p>}
        {error && gone.size === 0 && (
          <div role="alert">
            <p>{refusal(error).message}</p>
            <Button size="small" onClick={() => refetch()}>
              Try again
            </Button>
          </div>
        )}
        <ButtonLink
          look="primary"
          size="large"
          wide
          to={isSignedIn ? '/checkout/summary' : '/checkout/login'}
        >
          Checkout
        </ButtonLink>
        <ButtonLink look="quiet" to="/products">
          Continue shopping
        </ButtonLink>
      </aside>
    </div>
  );
}
