import { Link, useLocation } from 'react-router-dom';
import { canBuy } from '#client/features/catalog/stock.ts';
import { useAction } from '#client/features/notices/notices.ts';
import { useUser } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { useHydrated } from '#client/ui/hydrated.ts';
import { STOCK_NOTICES } from '#shared/messages.ts';
import type { Variant } from '#shared/schemas/products.ts';
import styles from './product.module.css';

/** Offers, while a variant is sold out, to tell when there is some again. */
export function BackInStock({ variant }: { variant: Variant }) {
  const user = useUser();
  const { pathname, search } = useLocation();
  if (canBuy(variant, 1) || variant.product_id === null) return null;
  return (
    <div className={`${styles.awaited} no-print`}>
      {user ? (
        <Asking variant={variant._id} product={variant.product_id} />
      ) : (
        <p>
          <Link to={`/user?return=${encodeURIComponent(pathname + search)}`}>Sign in</Link> to be told when it
          is back.
        </p>
      )}
    </div>
  );
}

function Asking({ variant, product }: { variant: string; product: string }) {
  const isReady = useHydrated();
  const { client, variants } = trpc.useUtils();
  const { data = [] } = trpc.variants.awaited.useQuery({ product });
  const isAwaited = data.includes(variant);
  const put = (awaited: string[]) => variants.awaited.setData({ product }, awaited);
  const ask = useAction(() => client.variants.askForStock.mutate({ product, variant }), {
    failure: STOCK_NOTICES.failed,
    after: put,
  });
  const forget = useAction(() => client.variants.forgetStock.mutate({ product, variant }), {
    failure: STOCK_NOTICES.failed,
    after: put,
  });
  return (
    <>
      <p role="status">{isAwaited && 'We will tell you when it is back.'}</p>
      <Button
        size="small"
        look={isAwaited ? 'quiet' : undefined}
        disabled={!isReady}
        busy={ask.isPending || forget.isPending}
        onClick={() => (isAwaited ? forget : ask).mutate()}
      >
        {isAwaited ? 'Don’t tell me' : 'Tell me when it is back'}
      </Button>
    </>
  );
}
