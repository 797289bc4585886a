import { keepPreviousData } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { type ListingAddress, listingQuery } from '#client/features/catalog/listing-address.ts';
import { trpc } from '#client/trpc.ts';
import { LOADING_FLAG_MS, PRODUCT_PAGE_SIZE } from '#shared/constants.ts';
import type { ProductList } from '#shared/schemas/listing.ts';
import type { Tile } from '#shared/schemas/products.ts';

/** Long enough for a look at a dozen products and back. */
const KEPT_MS = typeof document === 'undefined' ? Number.POSITIVE_INFINITY : 30 * 60_000;
const KEPT = { gcTime: KEPT_MS };
/** Until then what was there before only dims. */
const DIM_MS = 300;

export const pagesOf = ({ page, through }: ListingAddress): number[] =>
  Array.from({ length: through - page + 1 }, (_, index) => page + index);

/**
 * `dim`: what was there before, for a moment. `placeholders`: stand-ins, until one second is over. `slow`: the flag is
 * down, the products are still to come (rule C12).
 */
export type Waiting = 'no' | 'dim' | 'placeholders' | 'slow';

export interface Listing {
  /** Counts, and what else is told of the listing: of the one before while this one is on its way. */
  list: ProductList | undefined;
  tiles: readonly Tile[];
  waiting: Waiting;
  /** Stand-ins to be shown after the tiles. */
  placeholders: number;
  isFailed: boolean;
  isFetching: boolean;
  retry: () => void;
}

/** The pages that an address shows together. A search that another one replaces is cancelled by its hook. */
export function useListing(address: ListingAddress): Listing {
  const [, ...others] = pagesOf(address);
  const first = trpc.products.list.useQuery(listingQuery(address), {
    ...KEPT,
    placeholderData: keepPreviousData,
  });
  const more = trpc.useQueries(queries =>
    others.map(page => queries.products.list(listingQuery(address, page), KEPT)),
  );
  const words = address.title ?? '';
  const hasOtherWords = useLast(first.isPlaceholderData ? undefined : words) !== words;
  const last = useLast(first.data);
  const list = last && hasOtherWords ? withoutWordChoices(last) : last;
  const waiting = useWaiting(first.isPlaceholderData || first.isPending, list !== undefined);
  const parts = [first, ...more];
  const isFailed = parts.some(part => part.isError);
  const missing = more.filter(part => part.isPending).length * PRODUCT_PAGE_SIZE;
  const tiles = distinct([first.data, ...more.map(part => part.data)]);
  return {
    list,
    tiles: waiting === 'placeholders' ? [] : tiles,
    waiting,
    placeholders: waiting === 'placeholders' ? tiles.length || PRODUCT_PAGE_SIZE : missing,
    isFailed,
    isFetching: parts.some(part => part.isFetching),
    retry: () => {
      for (const part of parts) if (part.isError) void part.refetch();
    },
  };
}

/** Forgets what the words before chose: there is nothing of it to take off any more. */
const withoutWordChoices = (list: ProductList): ProductList => ({
  ...list,
  chosenByWords: [],
  facets: list.facets.map(facet => ({ ...facet, byWords: null })),
});

/** A product that moved from one page to the next meanwhile shows once. */
function distinct(lists: readonly (ProductList | undefined)[]): Tile[] {
  return [...new Map(lists.flatMap(list => list?.products ?? []).map(tile => [tile._id, tile])).values()];
}

/** Returns the last value that there was, also while there is none. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

export function useWaiting(isWaiting: boolean, hasBefore: boolean): Waiting {
  const [phase, setPhase] = useState<Waiting>('no');
  // The second counts from the moment that the flag shows.
  useLayoutEffect(() => {
    if (!isWaiting) return;
    const timers = [
      setTimeout(setPhase, DIM_MS, 'placeholders'),
      setTimeout(setPhase, LOADING_FLAG_MS, 'slow'),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setPhase('no');
    };
  }, [isWaiting]);
  if (!isWaiting) return 'no';
  return phase === 'no' ? (hasBefore ? 'dim' : 'placeholders') : phase;
}
