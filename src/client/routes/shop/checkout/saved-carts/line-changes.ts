import { v4 as newKey } from 'uuid';
import { linesForServer, workingCart } from '#client/features/cart/cart.ts';
import { type CartChange, useKeptCarts } from '#client/features/cart/cart-changes.ts';
import { withoutLines, withQuantity, withRoom, workingLineOf } from '#client/features/cart/saved-cart.ts';
import { notify, useAction } from '#client/features/notices/notices.ts';
import type { useUndo } from '#client/routes/shop/checkout/undo-bar.tsx';
import { trpc } from '#client/trpc.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import type { SavedCart, SavedLine } from '#shared/schemas/carts.ts';
import type { LineInput } from '#shared/schemas/line-input.ts';

/** Makes the changes that the lines of a saved cart can have; each is sent (rule O1). */
export function useLineChanges(
  cart: SavedCart,
  send: (change: CartChange) => void,
  undo: ReturnType<typeof useUndo>,
) {
  const { client } = trpc.useUtils();
  const { _id } = cart;
  const kept = useKeptCarts();
  const takeAway = (ids: string[], text: string): CartChange => ({
    text,
    shown: before => withoutLines(before, ids),
    send: () => client.carts.removeLines.mutate({ _id, lines: ids }),
  });
  const putBack = ({ productId, variantId, variantGroup, quantity, room, position, name }: SavedLine) => {
    const key = newKey();
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
      send(takeAway(ids, 'unavailable items removed'));
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

/** Puts lines in the place of all that a saved cart has, where nobody changed it meanwhile; can be undone alike. */
export function usePackChange(
  { _id, cart, version }: SavedCart,
  send: (change: CartChange) => void,
  undo: ReturnType<typeof useUndo>,
) {
  const { client } = trpc.useUtils();
  return ({ name }: SavedLine, packs: LineInput[]) => {
    let known = version;
    const replaceWith = (put: LineInput[], text: string): CartChange => ({
      text,
      shown: before => before,
      send: async () => {
        const answer = await client.carts.saveOrUpdate.mutate({ _id, version: known, cart: put });
        known = answer.version;
        return answer;
      },
    });
    send(replaceWith(packs, `${name} in other packs`));
    const before = linesForServer(cart);
    undo.tell(`${name} changed to other packs.`, () => send(replaceWith(before, `${name} as it was`)));
  };
}
