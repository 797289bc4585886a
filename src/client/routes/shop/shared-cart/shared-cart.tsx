import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router-dom';
import { workingCart } from '#client/features/cart/cart.ts';
import layout from '#client/features/cart/cart-layout.module.css';
import { CartLineRow } from '#client/features/cart/cart-line-row.tsx';
import { workingLineOf } from '#client/features/cart/saved-cart.ts';
import { shownSavedLine } from '#client/features/cart/shown-line.ts';
import { notify } from '#client/features/notices/notices.ts';
import { found } from '#client/missing-page.ts';
import { queriesContext, trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { useHydrated } from '#client/ui/hydrated.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { formatMoney } from '#shared/rules/money.ts';

export async function loader({ context, params }: LoaderFunctionArgs) {
  await found(context.get(queriesContext).carts.shared.fetch({ token: params.token ?? '' }));
  return null;
}

/** /shared-cart/:token: what somebody put together, at the visitor's own prices. */
export function Component() {
  const { token = '' } = useParams();
  const { data } = trpc.carts.shared.useQuery({ token });
  const navigate = useNavigate();
  const isReady = useHydrated();
  if (!data) return null;
  const sold = data.cart.filter(({ gone }) => !gone);
  const copy = async () => {
    if (!workingCart.add(...sold.map(workingLineOf))) return;
    await navigate('/checkout');
    notify({ kind: 'success', text: 'The shared cart’s items are now in your cart.', ms: 3500 });
  };
  const items = `${data.itemCount.toLocaleString('en-US')} ${data.itemCount === 1 ? 'item' : 'items'}`;
  return (
    <div className="container">
      <PageHead title="Shared cart" description="A cart that was shared with you." hidden />
      <h1>Shared cart</h1>
      {data.cart.length === 0 ? (
        <p className={layout.empty}>This cart is empty now.</p>
      ) : (
        <div className={layout.layout}>
          <ul className={layout.lines} aria-label="In the shared cart">
            {data.cart.map(line => (
              <CartLineRow key={line._id} line={shownSavedLine(line)} />
            ))}
          </ul>
          <aside className={layout.aside} aria-label="Summary">
            <p>
              {`${items}, `}
              <b>{formatMoney(data.subTotal)}</b>
            </p>
            <Button
              look="primary"
              size="large"
              wide
              disabled={!isReady}
              unable={sold.length === 0}
              onClick={copy}
            >
              Copy to my cart
            </Button>
          </aside>
        </div>
      )}
    </div>
  );
}
