import { useSearchParams } from 'react-router-dom';
import { useWorkingCart } from '#client/features/cart/cart.ts';
import { useUser } from '#client/features/session/session.ts';
import { optionalPart } from '#client/optional-part.tsx';
import { EmptyCart } from '#client/routes/shop/checkout/empty-cart.tsx';
import { UndoBar, useUndo } from '#client/routes/shop/checkout/undo-bar.tsx';
import { WorkingCartPanel } from '#client/routes/shop/checkout/working-cart-panel.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { DAY } from '#client/ui/moment.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import type { WorkingCart } from '#shared/rules/cart.ts';
import styles from './cart.module.css';

const SavedCarts = optionalPart(
  () => import('#client/routes/shop/checkout/saved-carts/saved-carts.tsx'),
  module => module.SavedCarts,
  {
    waiting: () => <div className={styles.wait} />,
    missing: (_props, again) => (
      <LoadError message="Your carts could not be shown, but they are still saved." onRetry={again} />
    ),
  },
);

/** Shows /checkout: the cart; a signed-in customer's saved ones beside it, `cart` in the address names one. */
export function Component() {
  const cart = useWorkingCart();
  return (
    <div className="container">
      <PageHead title="Cart" description="The items in your cart." hidden />
      <h1>Cart</h1>
      <noscript>
        <p>The cart needs JavaScript, which is turned off in this browser.</p>
      </noscript>
      {cart ? <Carts working={cart} /> : <div className={styles.wait} />}
    </div>
  );
}

function Carts({ working }: { working: WorkingCart }) {
  const isSignedIn = useUser() !== null;
  const [params] = useSearchParams();
  const undo = useUndo();
  return (
    <>
      {/* Printed, the page is a list to hand over. */}
      <p className="print-only">{`Knurl, ${DAY.format(new Date())}`}</p>
      <UndoBar undo={undo} />
      {isSignedIn && <SavedCarts chosen={params.get('cart')} undo={undo} />}
      {!isSignedIn &&
        (working.cart.length > 0 ? <WorkingCartPanel cart={working} undo={undo} /> : <EmptyCart />)}
    </>
  );
}
