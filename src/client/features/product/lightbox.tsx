import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Picture } from '#client/features/catalog/picture.tsx';
import { usePictureStrip } from '#client/features/product/picture-strip.ts';
import type { Shown } from '#client/features/product/pictures.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Icon } from '#client/ui/icon.tsx';
import styles from './lightbox.module.css';

interface Props {
  title: string;
  pictures: Shown[];
  start: number;
  onClose: () => void;
}

/** The pictures as large as the window; a press doubles the one that is shown, which is then moved by scrolling. */
export function Lightbox({ title, pictures, start, onClose }: Props) {
  const { strip, at, show, onScroll } = usePictureStrip(start);
  const [isDoubled, setDoubled] = useState(false);
  const point = useRef({ x: 0.5, y: 0.5 });

  useEffect(() => {
    const frame = strip.current?.children[at];
    if (!frame || !isDoubled) return;
    const { x, y } = point.current;
    frame.scrollTo({
      left: x * (frame.scrollWidth - frame.clientWidth),
      top: y * (frame.scrollHeight - frame.clientHeight),
      behavior: 'instant',
    });
  }, [strip, at, isDoubled]);

  const go = (step: number) => {
    setDoubled(false);
    show(Math.min(pictures.length - 1, Math.max(0, at + step)));
  };
  const onPress = (event: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    // A press by keyboard has no place.
    point.current =
      event.detail === 0
        ? { x: 0.5, y: 0.5 }
        : { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    setDoubled(!isDoubled);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isDoubled || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    go(event.key === 'ArrowRight' ? 1 : -1);
  };

  return (
    <Dialog open onClose={onClose} title={`Pictures of ${title}`} quiet size="full">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys beside the buttons */}
      <div className={styles.box} onKeyDown={onKeyDown}>
        <ul
          className={isDoubled ? `${styles.strip} ${styles.still}` : styles.strip}
          ref={strip}
          onScroll={onScroll}
        >
          {pictures.map(({ path, alt }, index) => (
            <li key={path} className={isDoubled && index === at ? styles.doubled : undefined}>
              <button
                type="button"
                aria-label={isDoubled ? 'Zoom out' : `Zoom in: ${alt}`}
                tabIndex={index === at ? undefined : -1}
                onClick={onPress}
              >
                <Picture path={path} alt={alt} sizes="100vmin" eager={index === start} />
              </button>
            </li>
          ))}
        </ul>
        {pictures.length > 1 && (
          <div className={styles.foot}>
            <Button look="icon" aria-label="Previous picture" unable={at === 0} onClick={() => go(-1)}>
              <Icon name="chevronLeft" />
            </Button>
            <span role="status">{`${at + 1} of ${pictures.length}`}</span>
            <Button
              look="icon"
              aria-label="Next picture"
              unable={at >= pictures.length - 1}
              onClick={() => go(1)}
            >
              <Icon name="chevronRight" />
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
