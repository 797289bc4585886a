import { useState } from 'react';
import { useSavedCarts } from '#client/features/cart/cart-changes.ts';
import { stepHref } from '#client/features/cart/ordered-carts.ts';
import { useUser } from '#client/features/session/session.ts';
import { useApproved } from '#client/routes/shop/checkout/company-checkout.ts';
import { useOrderOfSavedCarts } from '#client/routes/shop/checkout/ordered.ts';
import { CartsUnread } from '#client/routes/shop/checkout/saved-carts/carts-unread.tsx';
import { SummaryPage } from '#client/routes/shop/checkout/summary-page.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { Redirect } from '#client/ui/redirect.tsx';
import type { SavedCart } from '#shared/schemas/carts.ts';
import type { Approval } from '#shared/schemas/team.ts';
import page from '../cart.module.css';

/** The order of saved carts by their `_id`; they are their owner's alone. */
export function SavedCartsSummary({ cartIds }: { cartIds: readonly string[] }) {
  const isSignedIn = useUser() !== null;
  const { data, isError, refetch } = useSavedCarts();
  const approved = useApproved(cartIds);
  const found = cartIds.flatMap(_id => data?.find(cart => cart._id === _id) ?? []);
  const [carts, setCarts] = useState<readonly SavedCart[] | null>(null);
  // Kept as they were found: an order that is being placed takes them off the list.
  if (!carts && found.length === cartIds.length) setCarts(found);
  if (!isSignedIn) return <Redirect to={stepHref('/checkout/login', cartIds)} />;
  if (carts && approved !== undefined) return <OrderOfCarts carts={carts} approved={approved} />;
  if (isError) return <CartsUnread onRetry={refetch} />;
  if (!data || carts) return <div className={page.wait} />;
  return (
    <>
      <p role="status">That cart no longer exists.</p>
      <ButtonLink to="/checkout">Go to your carts</ButtonLink>
    </>
  );
}

function OrderOfCarts({ carts, approved }: { carts: readonly SavedCart[]; approved: Approval | null }) {
  return <SummaryPage ordered={useOrderOfSavedCarts(carts, approved)} />;
}
