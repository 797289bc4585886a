import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { v4 as newKey } from 'uuid';
import { linesForServer, workingCart } from '#client/features/cart/cart.ts';
import { useKeptCarts } from '#client/features/cart/cart-changes.ts';
import { cartHref } from '#client/features/cart/ordered-carts.ts';
import { useAction } from '#client/features/notices/notices.ts';
import { CartNameField } from '#client/routes/shop/checkout/saved-carts/cart-name-field.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import type { WorkingLine } from '#shared/rules/cart.ts';
import styles from './saved-carts.module.css';

/** Saves the working cart under a name, which empties it; without lines a new cart to be filled. */
export function NewCartForm({ lines }: { lines: readonly WorkingLine[] }) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const kept = useKeptCarts();
  const { client } = trpc.useUtils();
  const lastTry = useRef({ what: '', key: '' });
  const create = useAction(
    (input: { orderName: string; lines: readonly WorkingLine[] }) => {
      const asked = { orderName: input.orderName, cart: linesForServer(input.lines) };
      const what = JSON.stringify(asked);
      // Tried again after an answer that got lost, it makes no second cart.
      if (lastTry.current.what !== what) lastTry.current = { what, key: newKey() };
      return client.carts.create.mutate({ ...asked, key: lastTry.current.key });
    },
    { failure: ORDER_NOTICES.saveCartFailed },
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const orderName = name.trim();
    if (!orderName || create.isPending) return;
    const cart = await create.mutateAsync({ orderName, lines }).catch(() => null);
    // The typed name stays if it could not be saved.
    if (!cart) return;
    lastTry.current = { what: '', key: '' };
    workingCart.takeOut(lines);
    kept.put(cart);
    await navigate(cartHref(cart._id));
  };
  return (
    <form className={`${styles.newCart} no-print`} onSubmit={submit} aria-label="New saved cart">
      <CartNameField
        label={lines.length > 0 ? 'Save this cart as' : 'New cart'}
        placeholder="Kitchen job"
        value={name}
        onChange={setName}
      />
      <Button type="submit" unable={name.trim() === ''} busy={create.isPending}>
        {lines.length > 0 ? 'Save cart' : 'Create cart'}
      </Button>
    </form>
  );
}
