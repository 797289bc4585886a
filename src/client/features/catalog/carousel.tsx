import { type ReactNode, useId, useRef } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { usePlainLinks } from '#client/ui/plain-links.ts';
import styles from './carousel.module.css';

interface Props {
  title: string;
  /** How far an arrow scrolls (px; spec §9). */
  step: number;
  /** Width of a tile, as CSS. */
  tile: string;
  aside?: ReactNode;
  /** List items. */
  children: ReactNode;
}

/** A row that scrolls sideways, by hand, by keyboard or by its arrows. */
export function Carousel({ title, step, tile, aside, children }: Props) {
  const track = useRef<HTMLUListElement>(null);
  const id = useId();
  const follow = usePlainLinks();
  return (
    <section className={styles.carousel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
        <div className={styles.arrows}>
          <Button
            look="icon"
            aria-label={`Scroll ${title} back`}
            onClick={() => track.current?.scrollBy({ left: -step })}
          >
            <Icon name="chevronLeft" />
          </Button>
          <Button
            look="icon"
            aria-label={`Scroll ${title} on`}
            onClick={() => track.current?.scrollBy({ left: step })}
          >
            <Icon name="chevronRight" />
          </Button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click as well */}
      <ul
        className={styles.track}
        ref={track}
        onClick={follow}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-labelledby={id}
        style={{ '--tile': tile } as React.CSSProperties}
      >
        {children}
      </ul>
    </section>
  );
}
