import { notify, useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import type { Customer } from '#client/routes/admin/create-order/customer-field.tsx';
import { trpc } from '#client/trpc.ts';
import { useKeysByContents } from '#client/ui/keys-by-contents.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import { DESK_NOTICES } from '#shared/office-messages.ts';
import type { HoldAsBid } from '#shared/schemas/bids.ts';

/** Keeps what is typed as a bid of the person whom it is for, and leads to it. */
export function useHoldAsBid(
  customer: Customer,
  typed: Omit<HoldAsBid, 'user'>,
  { after, show }: { after: () => void; show: (issues: readonly FieldIssue[]) => void },
) {
  const { client, carts } = trpc.useUtils();
  const keyOf = useKeysByContents();
  const hold = useAction(
    (user: string) => {
      const bid = { ...typed, user };
      return client.orders.holdAsBid.mutate({ ...bid, key: keyOf(bid) });
    },
    {
      failure: ORDER_NOTICES.saveBidFailed,
    },
  );
  return {
    isPending: hold.isPending,
    mutate: () => {
      if (customer.kind !== 'user' || hold.isPending) return;
      const { name } = customer;
      hold.mutate(customer._id, {
        onSuccess: bid => {
          after();
          notify(DESK_NOTICES.held(name), [{ text: 'Open the bid', to: `/admin/bids/${bid._id}` }]);
          void carts.invalidate();
        },
        onError: error => show(refusal(error).issues),
      });
    },
  };
}
