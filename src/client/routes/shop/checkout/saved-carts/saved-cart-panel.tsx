import { useNavigate } from 'react-router-dom';
import { workingCart } from '#client/features/cart/cart.ts';
import { useCartChanges } from '#client/features/cart/cart-changes.ts';
import layout from '#client/features/cart/cart-layout.module.css';
import { CartLineRow } from '#client/features/cart/cart-line-row.tsx';
import { workingLineOf } from '#client/features/cart/saved-cart.ts';
import { shownSavedLine } from '#client/features/cart/shown-line.ts';
import { notify } from '#client/features/notices/notices.ts';
import { PackOffer } from '#client/routes/shop/checkout/pack-offer.tsx';
import { hintFor, usePackHints, withPacks } from '#client/routes/shop/checkout/packs.ts';
import { CartHead } from '#client/routes/shop/checkout/saved-carts/cart-head.tsx';
import { CartRooms } from '#client/routes/shop/checkout/saved-carts/cart-rooms.tsx';
import { useLineChanges, usePackChange } from '#client/routes/shop/checkout/saved-carts/line-changes.ts';
import { MoveMenu } from '#client/routes/shop/checkout/saved-carts/move-line.tsx';
import { QuoteState } from '#client/routes/shop/checkout/saved-carts/quote-state.tsx';
import { RoomMenu } from '#client/routes/shop/checkout/saved-carts/room-menu.tsx';
import { SavedCartSummary } from '#client/routes/shop/checkout/saved-carts/saved-cart-summary.tsx';
import type { useUndo } from '#client/routes/shop/checkout/undo-bar.tsx';
import { Button } from '#client/ui/button.tsx';
import type { SavedCart, SavedLine } from '#shared/schemas/carts.ts';
import styles from './saved-carts.module.css';

interface Props {
  cart: SavedCart;
  carts: readonly SavedCart[];
  undo: ReturnType<typeof useUndo>;
}

/** One saved cart; one that was sent for a quote is shown as it is. */
export function SavedCartPanel({ cart, carts, undo }: Props) {
  const { shown, isSaving, send, failed, retry, forget } = useCartChanges(cart);
  const lines = useLineChanges(cart, send, undo);
  const takePacks = usePackChange(cart, send, undo);
  const navigate = useNavigate();
  const isFixed = cart.state !== 'saved';
  const others = carts.filter(({ _id, state }) => _id !== cart._id && state === 'saved');
  const rooms = [...new Set(shown.cart.map(({ room }) => room))];
  const hints = usePackHints(isFixed ? [] : shown.cart.filter(({ gone }) => !gone));
  const offerFor = (line: SavedLine) => {
    const hint = hintFor(line, hints);
    const packs = hint && withPacks(hint, shown.cart);
    return packs ? <PackOffer hint={hint} onTake={() => takePacks(line, packs)} /> : null;
  };
  const addAll = async () => {
    const sold = shown.cart.filter(({ gone }) => !gone);
    if (!workingCart.add(...sold.map(workingLineOf))) return;
    await navigate('/checkout');
    notify({
      kind: 'success',
      text: `Everything in ${cart.orderName} is now in the current cart.`,
      ms: 3500,
    });
  };
  return (
    <section aria-label={cart.orderName}>
      <CartHead cart={cart} />
      {failed && (
        <div role="alert" className={`${styles.failed} no-print`}>
          <span>{`Not saved: ${failed.text}`}</span>
          <Button size="small" onClick={retry}>
            Try again
          </Button>
          <Button size="small" look="quiet" onClick={forget}>
            Dismiss
          </Button>
        </div>
      )}
      {isFixed && <QuoteState cart={shown} />}
      {shown.cart.length === 0 ? (
        <p className={layout.empty}>
          Nothing here yet. On a product page, choose this cart next to the add button.
        </p>
      ) : (
        <div className={layout.layout}>
          <CartRooms
            cart={shown}
            row={line => (
              <CartLineRow
                key={line._id}
                // Its heading names the room.
                line={{ ...shownSavedLine(line), room: '' }}
                offer={offerFor(line)}
                {...(!isFixed && {
                  onQuantity: (quantity: number) => lines.setQuantity(line, quantity),
                  onRemove: () => lines.remove(line),
                  move: (
                    <div className={styles.lineMenus}>
                      <MoveMenu
                        name={line.name}
                        carts={others}
                        onMove={to => lines.move(line, to)}
                        onMoveToWorking={() => lines.moveToWorking(line)}
                      />
                      <RoomMenu
                        name={line.name}
                        room={line.room}
                        rooms={rooms}
                        onRoom={room => lines.setRoom(line, room)}
                      />
                    </div>
                  ),
                })}
              />
            )}
          />
          <SavedCartSummary
            cart={shown}
            isSaving={isSaving}
            others={others.filter(other => other.cart.length > 0)}
            onAddAll={addAll}
            onAcceptPrices={isFixed ? undefined : lines.acceptPrices}
            onRemoveGone={isFixed ? undefined : lines.removeGone}
          />
        </div>
      )}
    </section>
  );
}
