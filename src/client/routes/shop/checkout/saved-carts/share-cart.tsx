import { useId, useState } from 'react';
import { useKeptCarts } from '#client/features/cart/cart-changes.ts';
import { useAction } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';
import styles from './saved-carts.module.css';

/** Offers a link by which anybody sees the cart's lines, at their own prices. */
export function ShareCart({ cart }: { cart: SavedCart }) {
  const [link, setLink] = useState<string | null>(null);
  const id = useId();
  const kept = useKeptCarts();
  const { client } = trpc.useUtils();
  const share = useAction(() => client.carts.share.mutate({ _id: cart._id }), {
    failure: ORDER_NOTICES.saveCartFailed,
    after: ({ path }) => {
      setLink(window.location.origin + path);
      kept.put({ ...cart, shared: true });
    },
  });
  const unshare = useAction(() => client.carts.unshare.mutate({ _id: cart._id }), {
    failure: ORDER_NOTICES.saveCartFailed,
    after: () => {
      setLink(null);
      kept.put({ ...cart, shared: false });
    },
  });
  if (!link) {
    return (
      <Button size="small" busy={share.isPending} onClick={() => share.mutate(undefined)}>
        {cart.shared ? 'Show link' : 'Share'}
      </Button>
    );
  }
  return (
    <div className={styles.link}>
      <label htmlFor={id}>Link to this cart</label>
      <input id={id} readOnly value={link} onFocus={event => event.target.select()} />
      <CopyButton text={link} label="Copy the link" />
      <Button size="small" busy={unshare.isPending} onClick={() => unshare.mutate(undefined)}>
        Stop sharing
      </Button>
    </div>
  );
}
