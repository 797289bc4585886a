import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useKeptCarts } from '#client/features/cart/cart-changes.ts';
import { cartHref } from '#client/features/cart/ordered-carts.ts';
import { notify, useAction } from '#client/features/notices/notices.ts';
import { CartNameField } from '#client/routes/shop/checkout/saved-carts/cart-name-field.tsx';
import { ShareCart } from '#client/routes/shop/checkout/saved-carts/share-cart.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import { MAX_PO_LENGTH } from '#shared/constants.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import { orderNames } from '#shared/rules/order-facts.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';
import styles from './saved-carts.module.css';

/** A saved cart's name, and what can be done with the whole of it. */
export function CartHead({ cart }: { cart: SavedCart }) {
  const [isRenaming, setRenaming] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const navigate = useNavigate();
  const kept = useKeptCarts();
  const { client } = trpc.useUtils();
  const duplicate = useAction(() => client.carts.duplicate.mutate({ _id: cart._id }), {
    failure: ORDER_NOTICES.saveCartFailed,
    after: async copy => {
      kept.put(copy);
      await navigate(cartHref(copy._id));
    },
  });
  const ask = useAction(() => client.carts.saveAsBid.mutate({ _id: cart._id }), {
    success: ORDER_NOTICES.savedAsBid,
    failure: ORDER_NOTICES.saveBidFailed,
    after: kept.put,
  });
  return (
    <div className={styles.head}>
      {isRenaming ? (
        <RenameForm cart={cart} onDone={() => setRenaming(false)} />
      ) : (
        <div className={styles.name}>
          <h2>{cart.orderName}</h2>
          {orderNames({ poNumber: cart.poNumber }).map(po => (
            <p key={po} className="muted">
              {po}
            </p>
          ))}
        </div>
      )}
      <div className={`${styles.actions} no-print`}>
        {!isRenaming && (
          <Button size="small" onClick={() => setRenaming(true)}>
            {cart.state === 'saved' ? 'Name and PO' : 'PO number'}
          </Button>
        )}
        <Button size="small" busy={duplicate.isPending} onClick={() => duplicate.mutate(undefined)}>
          Duplicate
        </Button>
        {cart.state === 'saved' && cart.cart.length > 0 && (
          <Button size="small" busy={ask.isPending} onClick={() => ask.mutate(undefined)}>
            Ask for a quote
          </Button>
        )}
        <Button size="small" onClick={() => window.print()}>
          Print
        </Button>
        <Button size="small" onClick={() => setRemoving(true)}>
          Remove cart
        </Button>
        <ShareCart cart={cart} />
      </div>
      <RemoveDialog cart={cart} open={isRemoving} onClose={() => setRemoving(false)} />
    </div>
  );
}

/**
 * Names the job as its papers will. The fields keep what was typed until it is saved. A cart that was sent for a quote
 * keeps the name by which it was sent.
 */
function RenameForm({ cart, onDone }: { cart: SavedCart; onDone: () => void }) {
  const [name, setName] = useState(cart.orderName);
  const [po, setPo] = useState(cart.poNumber);
  const form = useRef<HTMLFormElement>(null);
  const kept = useKeptCarts();
  const { client } = trpc.useUtils();
  const save = useAction(
    (names: { orderName: string; poNumber: string }) =>
      client.carts.saveOrUpdate.mutate({ _id: cart._id, ...names }),
    {
      failure: ORDER_NOTICES.saveCartFailed,
      after: renamed => {
        kept.put(renamed);
        onDone();
      },
    },
  );
  useEffect(() => form.current?.querySelector('input')?.select(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !save.isPending) save.mutate({ orderName: name.trim(), poNumber: po.trim() });
  };
  const leave = (event: KeyboardEvent) => event.key === 'Escape' && onDone();
  return (
    <form
      ref={form}
      className={styles.rename}
      onSubmit={submit}
      aria-label={cart.state === 'saved' ? 'Rename the cart' : 'PO number of the cart'}
    >
      {cart.state === 'saved' && (
        <CartNameField label="Name of the cart" value={name} onChange={setName} onKeyDown={leave} />
      )}
      <TextField
        label="PO number"
        name="poNumber"
        optional
        autoComplete="off"
        maxLength={MAX_PO_LENGTH}
        value={po}
        onChange={event => setPo(event.target.value)}
        onKeyDown={leave}
      />
      <Button type="submit" unable={name.trim() === ''} busy={save.isPending}>
        Save
      </Button>
      <Button look="quiet" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}

function RemoveDialog({ cart, open, onClose }: { cart: SavedCart; open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const kept = useKeptCarts();
  const { client } = trpc.useUtils();
  const remove = useAction(() => client.orders.remove.mutate({ id: cart._id }), {
    failure: ORDER_NOTICES.deleteFailed,
    after: async () => {
      await navigate('/checkout');
      kept.drop(cart._id);
      notify({ kind: 'success', text: `Removed ${cart.orderName}.`, ms: 2500 });
    },
  });
  const lines = cart.cart.length;
  return (
    <Dialog open={open} onClose={onClose} title={`Remove ${cart.orderName}?`}>
      <div className={styles.ask}>
        <p>{`This permanently deletes the cart and its ${lines} ${lines === 1 ? 'line' : 'lines'}.`}</p>
        <div className={styles.actions}>
          <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
            Remove
          </Button>
          <Button onClick={onClose}>Keep it</Button>
        </div>
      </div>
    </Dialog>
  );
}
