import { useNavigate } from 'react-router-dom';
import { workingCart } from '#client/features/cart/cart.ts';
import { type CartChange, useCartChanges, useKeptCarts } from '#client/features/cart/cart-changes.ts';
import layout from '#client/features/cart/cart-layout.module.css';
import { CartLineRow } from '#client/features/cart/cart-line-row.tsx';
import { withoutLines, withQuantity, withRoom, workingLineOf } from '#client/features/cart/saved-cart.ts';
import { shownSavedLine } from '#client/features/cart/shown-line.ts';
import { notify, useAction } from '#client/features/notices/notices.ts';
import { CartHead } from '#client/routes/shop/checkout/saved-carts/cart-head.tsx';
import { CartRooms } from '#client/routes/shop/checkout/saved-carts/cart-rooms.tsx';
import { MoveMenu } from '#client/routes/shop/checkout/saved-carts/move-line.tsx';
import { RoomMenu } from '#client/routes/shop/checkout/saved-carts/room-menu.tsx';
import { SavedCartSummary } from '#client/routes/shop/checkout/saved-carts/saved-cart-summary.tsx';
import type { useUndo } from '#client/routes/shop/checkout/undo-bar.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import type { SavedCart, SavedLine } from '#shared/schemas/carts.ts';
import styles from './saved-carts.module.css';

interface Props {
  cart: SavedCart;
  carts: readonly SavedCart[];
  undo: ReturnType<typeof useUndo>;
}

/** One saved cart. What was sent for a quote is shown as it is. */
export function SavedCartPanel({ cart, carts, undo }: Props) {
  const { shown, isSaving, send, failed, retry, forget } = useCartChanges(cart);
  const lines = useLineChanges(cart, send, undo);
  const navigate = useNavigate();
  const isFixed = cart.state !== 'saved';
  const others = carts.filter(({ _id, state }) => _id !== cart._id && state === 'saved');
  const rooms = [...new Set(shown.cart.map(({ room }) => room))];
  const addAll = async () => {
    const sold = shown.cart.filter(({ gone }) => !gone);
    if (!workingCart.add(...sold.map(workingLineOf))) return;
    await navigate('/checkout');
    notify({
      kind: 'success',
      text: `Everything of ${cart.orderName} is in the current cart now.`,
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
            Leave it
          </Button>
        </div>
      )}
      {isFixed && (
        <p>This cart was sent for a quote and stays as it is. Duplicate it to go on with a copy.</p>
      )}
      {shown.cart.length === 0 ? (
        <p className={layout.empty}>
          Nothing in it yet. On a product page, choose this cart beside the add button.
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

/** What can be done with the lines of a saved cart; each is sent (spec §4). */
function useLineChanges(cart: SavedCart, send: (change: CartChange) => void, undo: Props['undo']) {
  const { client } = trpc.useUtils();
  const { _id } = cart;
  const kept = useKeptCarts();
  const takeAway = (ids: string[], text: string): CartChange => ({
    text,
    shown: before => withoutLines(before, ids),
    send: () => client.carts.removeLines.mutate({ _id, lines: ids }),
  });
  const putBack = ({ productId, variantId, variantGroup, quantity, room, position, name }: SavedLine) => {
    const key = crypto.randomUUID();
    const line = { productId, variantId, variantGroup, quantity, room, position };
    send({
      text: `${name} put back`,
      shown: before => before,
      send: () => client.carts.add.mutate({ _id, key, lines: [line] }),
    });
  };
  const move = useAction(
    ({ line, to }: { line: SavedLine; to: string }) =>
      client.carts.moveLines.mutate({ from: _id, to, lines: [line._id] }),
    {
      failure: ORDER_NOTICES.saveCartFailed,
      after: ({ from, to }) => {
        kept.put(from);
        kept.put(to);
        notify({ kind: 'success', text: `Moved to ${to.orderName}.`, ms: 2500 });
      },
    },
  );
  const moveToWorking = useAction(
    (line: SavedLine) => client.carts.removeLines.mutate({ _id, lines: [line._id] }),
    { failure: ORDER_NOTICES.saveCartFailed, after: kept.take },
  );
  return {
    setQuantity: (line: SavedLine, quantity: number) =>
      send({
        text: `${line.name}, quantity ${quantity}`,
        name: line._id,
        shown: before => withQuantity(before, line._id, quantity),
        send: () => client.carts.changeLines.mutate({ _id, lines: [{ _id: line._id, quantity }] }),
      }),
    setRoom: (line: SavedLine, room: string) =>
      send({
        text: `${line.name}, room ${room}`,
        shown: before => withRoom(before, line._id, room),
        send: () => client.carts.changeLines.mutate({ _id, lines: [{ _id: line._id, room }] }),
      }),
    remove: (line: SavedLine) => {
      send(takeAway([line._id], `${line.name} removed`));
      undo.tell(`${line.name} removed.`, () => putBack(line));
    },
    removeGone: () => {
      const ids = cart.cart.filter(({ gone }) => gone).map(line => line._id);
      send(takeAway(ids, 'what is no longer available removed'));
    },
    acceptPrices: () =>
      send({
        text: 'today’s prices accepted',
        shown: before => ({ ...before, cart: before.cart.map(line => ({ ...line, priceWas: null })) }),
        send: () => client.carts.acceptPrices.mutate({ _id }),
      }),
    move: (line: SavedLine, to: string) => move.mutate({ line, to }),
    // It stands in both for a moment rather than in neither.
    moveToWorking: (line: SavedLine) => {
      const added = workingLineOf(line);
      if (!workingCart.add(added)) return;
      moveToWorking.mutate(line, { onError: () => workingCart.takeOut([added]) });
    },
  };
}
