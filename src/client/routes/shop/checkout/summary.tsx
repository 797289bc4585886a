import { useWorkingCart } from '#client/features/cart/cart.ts';
import { EmptyCart } from '#client/routes/shop/checkout/empty-cart.tsx';
import { SummaryPage } from '#client/routes/shop/checkout/summary-page.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import cart from './cart.module.css';

/** /checkout/summary: review and pay (spec §2). */
export function Component() {
  const working = useWorkingCart();
  return (
    <div className="container">
      <PageHead title="Review and pay" description="Contact, delivery and payment." hidden />
      <h1>Review and pay</h1>
      {!working && <div className={cart.wait} />}
      {working && (working.cart.length > 0 ? <SummaryPage working={working} /> : <EmptyCart />)}
    </div>
  );
}
