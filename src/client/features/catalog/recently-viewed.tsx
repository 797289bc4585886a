import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { KeptList, useKept } from '#client/features/catalog/kept-list.ts';
import { ProductCarousel } from '#client/features/catalog/product-carousel.tsx';
import { trpc } from '#client/trpc.ts';
import { MAX_VIEWED, STORAGE_KEYS } from '#shared/constants.ts';

const viewed = new KeptList<string>(
  STORAGE_KEYS.viewed,
  (value): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value),
);

/** Puts a product first among those that were looked at. */
export function rememberViewed(product: string): void {
  viewed.change(products => [product, ...products.filter(other => other !== product)].slice(0, MAX_VIEWED));
}

/** For the product page: what is shown was looked at. */
export function useRememberViewed(product: string): void {
  useEffect(() => rememberViewed(product), [product]);
}

/** Shows the products that this browser looked at, the last first; `except` is the product of the page itself. */
export function RecentlyViewed({ except }: { except?: string }) {
  const products = useKept(viewed).filter(product => product !== except);
  const { data } = trpc.products.list.useQuery(
    { ids: products },
    { enabled: products.length > 0, placeholderData: keepPreviousData },
  );
  const tiles = products.flatMap(product => data?.products.find(({ _id }) => _id === product) ?? []);
  return <ProductCarousel title="Recently viewed" tiles={tiles} />;
}
