import { type RefObject, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BulkBar } from '#client/features/office/bulk-bar.tsx';
import { BulkReport } from '#client/features/office/bulk-report.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import type { Selection } from '#client/features/office/selection.ts';
import { type BulkDeed, type Refused, useBulk } from '#client/features/office/use-bulk.ts';
import { packWay } from '#client/features/office/way-back.ts';
import { Ask } from '#client/routes/admin/orders/ask.tsx';
import { MOVE_WORDS } from '#client/routes/admin/orders/move-words.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import type { OrderStatus } from '#shared/enumerations.ts';
import { MAX_SELECTED, NEXT_STATUSES, type NextStatus } from '#shared/office-lists.ts';
import { canMove } from '#shared/rules/order-status.ts';
import type { MoveMany } from '#shared/schemas/staff-orders.ts';

interface MoveDeed extends BulkDeed {
  to: NextStatus;
}

/**
 * Moves the orders that are chosen on; those that moved are chosen no longer. `list` tells the list from others, which
 * tell nothing of how it ended here.
 */
export function useBulkMoves(selection: Selection<OrderStatus>, list: string) {
  const { client, orders } = trpc.useUtils();
  const bulk = useBulk<MoveDeed>(async ({ done, deed }) => {
    selection.choose(
      done.map(id => [id, deed.to]),
      false,
    );
    await orders.invalidate();
  });
  const { dismiss } = bulk;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the list that ends what was said of another
  useEffect(dismiss, [list]);
  const deedOf = (to: NextStatus, more: Pick<MoveMany, 'allPicked' | 'evenOverLimit'> = {}): MoveDeed => ({
    to,
    done: count =>
      `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'} ${MOVE_WORDS[to].done}`,
    send: async ids => {
      const answer = await client.orders.moveMany.mutate({
        orders: ids.map(_id => ({ _id })),
        status: to,
        ...more,
      });
      return answer.orders.flatMap(({ _id, orderNumber, refused }) =>
        refused ? { _id, name: orderNumber === null ? null : String(orderNumber), ...refused } : [],
      );
    },
  });
  return { bulk, deedOf };
}

type BulkMoves = ReturnType<typeof useBulkMoves>;

/** Offers the moves that at least one of the chosen orders can make. */
export function MoveBar({
  selection,
  moves: { bulk, deedOf },
  ...rest
}: {
  selection: Selection<OrderStatus>;
  moves: BulkMoves;
  total: number;
  hasPage: boolean;
  onAll: () => void;
  isFindingAll: boolean;
  deeds: RefObject<HTMLDivElement | null>;
}) {
  const { chosen } = selection;
  const [asked, setAsked] = useState(false);
  const statuses = new Set(chosen.values());
  const start = (to: NextStatus) => void bulk.start(deedOf(to), [...chosen.keys()]);
  const ending = [...chosen.values()].filter(from => canMove(from, 'Completed', 'staff')).length;
  const orders = ending === 1 ? '1 order' : `${ending.toLocaleString('en-US')} orders`;
  return (
    <BulkBar {...rest} count={chosen.size} most={MAX_SELECTED} onClear={selection.clear} bulk={bulk}>
      {NEXT_STATUSES.filter(to => [...statuses].some(from => canMove(from, to, 'staff'))).map((to, index) => (
        <Button
          key={to}
          size="small"
          look={index === 0 ? 'primary' : 'outline'}
          busy={rest.isFindingAll}
          onClick={() => (to === 'Completed' ? setAsked(true) : start(to))}
        >
          {MOVE_WORDS[to].text}
        </Button>
      ))}
      <Ask
        title={`Complete ${orders}?`}
        open={asked}
        onClose={() => setAsked(false)}
        yes={`Complete ${orders}`}
        no="Cancel"
        onYes={() => start('Completed')}
      >
        Orders that nobody has collected yet are completed, too, without a name, and those that are not paid
        stay unpaid. This can’t be undone.
      </Ask>
    </BulkBar>
  );
}

/** Says which orders did not move, and lets those go on that need no more than a word. */
export function MoveReport({ moves: { bulk, deedOf } }: { moves: BulkMoves }) {
  const { pathname, search } = useLocation();
  const { result } = bulk;
  if (!result) return null;
  const way = packWay(pathname + search);
  const again = (deed: MoveDeed, those: readonly Refused[]) => {
    const ids = those.map(({ _id }) => _id);
    const others = result.refused.filter(({ _id }) => !ids.includes(_id));
    return bulk.start(deed, ids, { done: result.done, refused: others });
  };
  const { to } = result.deed;
  return (
    <BulkReport
      result={result}
      hrefOf={id => `${recordHref('order', id)}${way && `/${way}`}`}
      actionFor={(reason, those) => {
        if (reason === 'not_counted')
          return (
            <Button size="small" onClick={() => again(deedOf(to, { allPicked: true }), those)}>
              {those.length === 1 ? 'All of it was picked' : `All of these ${those.length} were picked`}
            </Button>
          );
        if (reason === 'over_limit')
          return (
            <Button size="small" onClick={() => again(deedOf(to, { evenOverLimit: true }), those)}>
              {those.length === 1 ? 'Take it on anyway' : `Take these ${those.length} on anyway`}
            </Button>
          );
        return null;
      }}
      onGoOn={() => bulk.start(result.deed, result.left, result)}
      onClose={bulk.dismiss}
    />
  );
}
