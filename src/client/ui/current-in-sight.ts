import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a row of links to the one of the page that is open; `place` is where one is. */
export function useCurrentInSight(place: string): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place has another link to be seen
  useEffect(() => {
    const { current: row } = list;
    const link = row?.querySelector<HTMLElement>('[aria-current]');
    // Not `scrollIntoView`, which would scroll the page as well.
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, [place]);
  return list;
}
