import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import styles from './carousel.module.css';

interface Props {
  title: string;
  /** Tells how far an arrow scrolls (px; rule S7). */
  step: number;
  /** Width of a tile, as CSS. */
  tile: string;
  /** How wide tiles grow when there are few. */
  widest?: string;
  aside?: ReactNode;
  /** Product tiles, whose height is known: out of sight, such a row costs no layout. */
  isOfProducts?: boolean;
  /** List items. */
  children: ReactNode;
}

/** Whether there is more than fits; until the browser has measured it, it is taken for so. */
function useScrolls(track: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(true);
  useEffect(() => {
    const { current } = track;
    if (!current) return;
    const measured = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth));
    measured.observe(current);
    return () => measured.disconnect();
  }, [track]);
  return scrolls;
}

/** A row that scrolls sideways, by hand, by keyboard or by its arrows. */
export function Carousel({ title, step, tile, widest = tile, aside, isOfProducts, children }: Props) {
  const track = useRef<HTMLUListElement>(null);
  const scrolls = useScrolls(track);
  const id = useId();
  return (
    <section
      className={isOfProducts ? `${styles.carousel} ${styles.products}` : styles.carousel}
      aria-labelledby={id}
      style={{ '--tile': tile, '--widest': widest } as React.CSSProperties}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <div className={scrolls ? styles.arrows : `${styles.arrows} ${styles.idle}`}>
          <Button
            look="icon"
            aria-label={`Scroll ${title} back`}
            onClick={() => track.current?.scrollBy({ left: -step })}
          >
            <Icon name="chevronLeft" />
          </Button>
          <Button
            look="icon"
            aria-label={`Scroll ${title} forward`}
            onClick={() => track.current?.scrollBy({ left: step })}
          >
            <Icon name="chevronRight" />
          </Button>
        </div>
        {aside}
      </div>
      <ul
        className={styles.track}
        ref={track}
        data-links
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-labelledby={id}
      >
        {children}
      </ul>
    </section>
  );
}
