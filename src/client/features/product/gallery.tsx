import { type PointerEvent, useEffect, useId, useState } from 'react';
import { Picture } from '#client/features/catalog/picture.tsx';
import { notify } from '#client/features/notices/notices.ts';
import { usePictureStrip } from '#client/features/product/picture-strip.ts';
import { picturesOf } from '#client/features/product/pictures.ts';
import { optionalPart } from '#client/optional-part.tsx';
import { SITE_NOTICES } from '#shared/messages.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './gallery.module.css';

const Lightbox = optionalPart(
  () => import('#client/features/product/lightbox.tsx'),
  module => module.Lightbox,
  {
    onMissing: ({ onClose }) => {
      onClose();
      notify(SITE_NOTICES.missingPart);
    },
  },
);

interface Props {
  product: Product;
  variant: Variant;
  /** How wide the picture is, as for the `sizes` attribute. */
  sizes?: string;
  /** Within a dialog pictures are not enlarged further. */
  plain?: boolean;
}

/** The variant's views in a row that scrolls from one to the next; under a mouse they are magnified. */
export function Gallery({ product, variant, sizes = '(max-width: 760px) 92vw, 560px', plain }: Props) {
  const id = useId();
  const pictures = picturesOf(product, variant);
  const { strip, at, show, onScroll } = usePictureStrip();
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const [first] = pictures;

  // Another finish starts with its own first view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the picture changes, not when the function does
  useEffect(() => show(0, 'instant'), [first?.path]);

  return (
    <div className={styles.gallery}>
      <div className={styles.main}>
        {variant.label && <span className={styles.label}>{variant.label}</span>}
        <ul
          className={styles.strip}
          ref={strip}
          onScroll={onScroll}
          aria-label="Pictures"
          // If the pictures are no buttons, the list that scrolls is itself reached by keyboard.
          tabIndex={plain && pictures.length > 1 ? 0 : undefined}
        >
          {pictures.map(({ path, alt }, index) => (
            // The element of the first view stays, so that it shows the old finish until the new one is there.
            <li key={index === 0 ? 'first' : path} id={`${id}-${index}`}>
              {path === null || plain ? (
                <Picture path={path} alt={alt} sizes={sizes} eager={index === 0} />
              ) : (
                <button
                  type="button"
                  className={styles.enlarge}
                  aria-label={`Enlarge: ${alt}`}
                  tabIndex={index === at ? undefined : -1}
                  onPointerMove={follow}
                  onPointerLeave={letGo}
                  onClick={() => setEnlarged(index)}
                >
                  <Picture path={path} alt={alt} sizes={sizes} eager={index === 0} />
                </button>
              )}
            </li>
          ))}
        </ul>
        {pictures.length > 1 && (
          <span className={`${styles.count} no-print`} aria-hidden="true">
            {`${Math.min(at, pictures.length - 1) + 1} / ${pictures.length}`}
          </span>
        )}
      </div>
      {pictures.length > 1 && (
        <ul className={`${styles.thumbs} no-print`} aria-label="Choose a picture">
          {pictures.map(({ path }, index) => (
            <li key={path}>
              <a
                className={styles.thumb}
                href={`#${id}-${index}`}
                aria-label={`Picture ${index + 1} of ${pictures.length}`}
                aria-current={index === at || undefined}
                onClick={event => {
                  event.preventDefault();
                  show(index);
                }}
              >
                <Picture path={path} alt="" sizes="72px" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {enlarged !== null && (
        <Lightbox
          title={product.title}
          pictures={pictures}
          start={enlarged}
          onClose={() => setEnlarged(null)}
        />
      )}
    </div>
  );
}

/** The magnified part is the one under the pointer, once that has moved: a page may come to lie under a resting one. */
function follow(event: PointerEvent<HTMLElement>) {
  const { currentTarget, clientX, clientY, pointerType, movementX, movementY } = event;
  if (pointerType !== 'mouse' || (movementX === 0 && movementY === 0)) return;
  currentTarget.dataset.followed = '';
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  currentTarget.style.setProperty('--x', `${((clientX - left) / width) * 100}%`);
  currentTarget.style.setProperty('--y', `${((clientY - top) / height) * 100}%`);
}

function letGo({ currentTarget }: PointerEvent<HTMLElement>) {
  delete currentTarget.dataset.followed;
}
