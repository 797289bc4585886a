import { useEffect, useRef, useState } from 'react';

/** A row of pictures of which one fills the row, scrolled by hand or by the page. */
export function usePictureStrip(start = 0) {
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(start);

  const show = (index: number, behavior: ScrollBehavior = 'smooth') => {
    const { current } = strip;
    current?.scrollTo({ left: index * current.clientWidth, behavior });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: where it begins
  useEffect(() => {
    if (start > 0) show(start, 'instant');
  }, []);

  const onScroll = () => {
    const { current } = strip;
    if (current && current.clientWidth > 0) setAt(Math.round(current.scrollLeft / current.clientWidth));
  };

  return { strip, at, show, onScroll };
}
