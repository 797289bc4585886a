import { useWorkingCart } from '#client/features/cart/cart.ts';
import { useSavedCarts } from '#client/features/cart/cart-changes.ts';
import { EmptyCart } from '#client/routes/shop/checkout/empty-cart.tsx';
import { CartTabs } from '#client/routes/shop/checkout/saved-carts/cart-tabs.tsx';
import { CartsUnread } from '#client/routes/shop/checkout/saved-carts/carts-unread.tsx';
import { MoveWorkingLine } from '#client/routes/shop/checkout/saved-carts/move-line.tsx';
import { NewCartForm } from '#client/routes/shop/checkout/saved-carts/new-cart-form.tsx';
import { SavedCartPanel } from '#client/routes/shop/checkout/saved-carts/saved-cart-panel.tsx';
import type { useUndo } from '#client/routes/shop/checkout/undo-bar.tsx';
import { WorkingCartPanel } from '#client/routes/shop/checkout/working-cart-panel.tsx';
import { emptyCart } from '#shared/rules/cart.ts';
import cart from '../cart.module.css';

interface Props {
  /** The saved cart that the address names; null: the working cart. */
  chosen: string | null;
  undo: ReturnType<typeof useUndo>;
}

/** Shows the carts of a signed-in customer: the working cart, and those that the server keeps (rule O1). */
export function SavedCarts({ chosen, undo }: Props) {
  const working = useWorkingCart() ?? emptyCart();
  const { data: carts, isError, refetch } = useSavedCarts();
  const saved = carts?.find(({ _id }) => _id === chosen);
  if (!carts && !isError) return <div className={cart.wait} />;
  return (
    <>
      {carts ? (
        <CartTabs working={working} carts={carts} chosen={saved?._id ?? null} />
      ) : (
        <CartsUnread onRetry={refetch} />
      )}
      {carts && chosen && !saved && <p role="status">That cart no longer exists.</p>}
      {saved && carts ? (
        <SavedCartPanel key={saved._id} cart={saved} carts={carts} undo={undo} />
      ) : (
        <>
          {working.cart.length > 0 ? (
            <WorkingCartPanel
              cart={working}
              undo={undo}
              move={line => carts && <MoveWorkingLine line={line} carts={carts} />}
            />
          ) : (
            <EmptyCart />
          )}
          {carts && <NewCartForm lines={working.cart} />}
        </>
      )}
    </>
  );
}
