import { linesForServer, workingCart } from '#client/features/cart/cart.ts';
import { useKeptCarts } from '#client/features/cart/cart-changes.ts';
import { notify, useAction } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { unlessIdle } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { useKeysByContents } from '#client/ui/keys-by-contents.ts';
import { Menu } from '#client/ui/menu.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import type { WorkingLine } from '#shared/rules/cart.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';
import styles from './saved-carts.module.css';

interface Props {
  /** The name of the line. */
  name: string;
  carts: readonly Pick<SavedCart, '_id' | 'orderName'>[];
  onMove: (to: string) => void;
  /** Into the working cart, from one that is saved. */
  onMoveToWorking?: () => void;
  busy?: boolean;
}

/** "Move to…": the other carts, below a button. */
export function MoveMenu({ name, carts, onMove, onMoveToWorking, busy = false }: Props) {
  if (carts.length === 0 && !onMoveToWorking) return null;
  return (
    <Menu
      label={`Move to… another cart: ${name}`}
      className={styles.menu}
      buttonClassName={styles.menuButton}
      button={
        <>
          Move to…
          <Icon name="chevronDown" size={16} />
        </>
      }
    >
      <ul className={styles.menuItems}>
        {onMoveToWorking && (
          <li>
            <button type="button" {...unlessIdle(busy, onMoveToWorking)}>
              Current cart
            </button>
          </li>
        )}
        {carts.map(({ _id, orderName }) => (
          <li key={_id}>
            <button type="button" {...unlessIdle(busy, () => onMove(_id))}>
              {orderName}
            </button>
          </li>
        ))}
      </ul>
    </Menu>
  );
}

/** Moves a line of the working cart into a saved one; it goes from here once it is there. */
export function MoveWorkingLine({ line, carts }: { line: WorkingLine; carts: readonly SavedCart[] }) {
  const kept = useKeptCarts();
  const { client } = trpc.useUtils();
  const keyOf = useKeysByContents();
  const move = useAction(
    (to: string) => {
      const lines = linesForServer([line]);
      return client.carts.add.mutate({ _id: to, lines, key: keyOf([to, lines]) });
    },
    {
      failure: ORDER_NOTICES.saveCartFailed,
      after: async answer => {
        workingCart.takeOut([line]);
        const into = carts.find(({ _id }) => _id === answer._id);
        notify({ kind: 'success', text: `Moved to ${into?.orderName ?? 'the cart'}.`, ms: 2500 });
        await kept.take(answer);
      },
    },
  );
  return (
    <MoveMenu
      name={line.name}
      carts={carts.filter(({ state }) => state === 'saved')}
      onMove={to => move.mutate(to)}
      busy={move.isPending}
    />
  );
}
