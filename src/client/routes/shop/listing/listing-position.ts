import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import {
  type ListingPosition,
  readPosition,
  withPosition,
} from '#client/features/catalog/listing-address.ts';

/** Scrolling that paused this long is told to the address; browsers allow only so many changes of it. */
const PAUSE_MS = 350;

/** Below the header that stays. */
const topOf = () => (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0) + 1;

/** The first of these elements that ends below the header. They follow each other, so half of them at a time is ruled out. */
function firstInSight(elements: HTMLCollection): number {
  const top = topOf();
  let [low, high] = [0, elements.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elements[middle]?.getBoundingClientRect().bottom ?? 0) > top) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low);
}

function positionIn(list: Element): ListingPosition | null {
  const scroll = Math.round(window.scrollY);
  return scroll === 0 ? null : { scroll, pindex: firstInSight(list.children) };
}

/** The pixels lead, unless they miss the tile: then the window has another width, and the tile leads. */
function goTo(list: Element, { scroll, pindex }: ListingPosition): void {
  window.scrollTo(0, scroll);
  const tile = list.children[pindex];
  const { top, bottom } = tile?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  if (tile && (bottom < topOf() || top > window.innerHeight)) tile.scrollIntoView({ block: 'start' });
}

/**
 * Tells the address where in the listing one is, and goes there when an address that was shared, or whose products
 * came late, says so. Back and forward within the visit are the router's own.
 */
export function useListingPosition(list: RefObject<Element | null>, isReady: boolean): void {
  const { key, pathname, search } = useLocation();
  const arrival = useNavigationType();
  const settled = useRef<string>(undefined);
  const late = useRef<string>(undefined);

  useLayoutEffect(() => {
    if (settled.current === key) return;
    if (!isReady) {
      late.current = key;
      return;
    }
    settled.current = key;
    const isFirst = key === 'default';
    const position = readPosition(new URLSearchParams(search));
    if (!position || !list.current || arrival !== 'POP') return;
    if ((isFirst && window.scrollY === 0) || late.current === key) goTo(list.current, position);
  }, [key, isReady, search, arrival, list]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      clearTimeout(timer);
      timer = undefined;
      // If the address has moved on already, this listing has nothing to say to it.
      const isHere =
        window.location.pathname === pathname &&
        withPosition(window.location.search, null) === withPosition(search, null);
      if (!isHere || !list.current) return;
      const told = withPosition(window.location.search, positionIn(list.current));
      if (told === window.location.search) return;
      window.history.replaceState(window.history.state, '', pathname + told);
    };
    const onScroll = () => {
      timer ??= setTimeout(tell, PAUSE_MS);
    };
    const tellNow = () => {
      if (timer !== undefined) tell();
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('click', tellNow, { capture: true });
    window.addEventListener('pagehide', tellNow);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('click', tellNow, { capture: true });
      window.removeEventListener('pagehide', tellNow);
    };
  }, [pathname, search, list]);
}
