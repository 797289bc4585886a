import type { LoaderFunctionArgs } from 'react-router-dom';
import { useWorkingCart } from '#client/features/cart/cart.ts';
import { useOrderedCarts } from '#client/features/cart/ordered-carts.ts';
import { hasSession } from '#client/features/session/session.ts';
import { EmptyCart } from '#client/routes/shop/checkout/empty-cart.tsx';
import { orderOfWorkingCart } from '#client/routes/shop/checkout/ordered.ts';
import { SavedCartsSummary } from '#client/routes/shop/checkout/saved-carts/saved-carts-summary.tsx';
import { SummaryPage } from '#client/routes/shop/checkout/summary-page.tsx';
import { queriesContext } from '#client/trpc.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import cart from './cart.module.css';

/** Reads what the payment offers before the form is there, so that nothing of it comes late and pushes the rest. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { companies, payments, savedCards, storeCredit } = context.get(queriesContext);
  const own = hasSession(request)
    ? [
        payments.terms.prefetch(),
        savedCards.list.prefetch(),
        storeCredit.balance.prefetch(),
        companies.forCheckout.prefetch({}),
      ]
    : [];
  await Promise.all([payments.gateway.prefetch(), ...own]);
  return null;
}

/** Shows /checkout/summary: review and pay, the working cart or the saved ones that the address names. */
export function Component() {
  const working = useWorkingCart();
  const cartIds = useOrderedCarts();
  return (
    <div className="container">
      <PageHead title="Review and pay" description="Contact, delivery and payment." hidden />
      <h1>Review and pay</h1>
      {!working && <div className={cart.wait} />}
      {working && cartIds.length > 0 && <SavedCartsSummary key={cartIds.join()} cartIds={cartIds} />}
      {working &&
        cartIds.length === 0 &&
        (working.cart.length > 0 ? <SummaryPage ordered={orderOfWorkingCart(working)} /> : <EmptyCart />)}
    </div>
  );
}
