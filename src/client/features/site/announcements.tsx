import { LayoutLink, linkTarget } from '#client/features/catalog/layout-link.tsx';
import { Icon } from '#client/ui/icon.tsx';
import type { Layout } from '#shared/schemas/layouts.ts';
import styles from './announcements.module.css';

/** Shows the cards that staff wrote, each with title, subtitle, content, picture and link (rule S5). */
export function Announcements({ announcements }: { announcements: readonly Layout[] }) {
  if (announcements.length === 0) return null;
  return (
    <section className={styles.cards} aria-label="Announcements">
      {announcements.map(({ _id, title, subtitle, content, imgPath, link }, index) => (
        <article key={_id} className={styles.card}>
          <div className={styles.text}>
            <h2>{title}</h2>
            {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
            {content && (
              <div
                className={styles.words}
                // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it was saved
                dangerouslySetInnerHTML={{ __html: content }}
              />
            )}
            {linkTarget(link) && (
              <LayoutLink className={styles.go} link={link}>
                <span>
                  See more<span className="visually-hidden">{` about ${title}`}</span>
                </span>
                <Icon name="chevronRight" size={16} />
              </LayoutLink>
            )}
          </div>
          {imgPath && <CardPicture path={imgPath} isFirst={index === 0} />}
        </article>
      ))}
    </section>
  );
}

const OWN_SIZES = /^(\/(?:art|photos)\/.+)\/(?:160|400|800)\.webp$/;
/** Drawn wide, in two sizes. */
const SCENE = /^(\/art\/scene-[^/]+)\/(?:800|1600)\.webp$/;

/** Pictures of the shop's own come in three sizes; others are what they are. The first is what people wait for. */
function CardPicture({ path, isFirst }: { path: string; isFirst: boolean }) {
  const scene = SCENE.exec(path)?.[1];
  if (scene) return <Scene base={scene} isFirst={isFirst} />;
  const base = OWN_SIZES.exec(path)?.[1];
  return (
    <div className={styles.image}>
      <img
        src={base ? `${base}/400.webp` : path}
        {...(base && {
          srcSet: [160, 400, 800].map(width => `${base}/${width}.webp ${width}w`).join(', '),
          sizes: isFirst ? '(max-width: 699px) 60vw, 360px' : '(max-width: 699px) 120px, 240px',
        })}
        alt=""
        width={400}
        height={400}
        {...urgency(isFirst)}
      />
    </div>
  );
}

/** The first picture is among what a visit shows first; the others wait until they are near. */
const urgency = (isFirst: boolean) =>
  isFirst
    ? ({ loading: 'eager', fetchPriority: 'high', decoding: 'sync' } as const)
    : ({ loading: 'lazy', fetchPriority: 'auto', decoding: 'async' } as const);

function Scene({ base, isFirst }: { base: string; isFirst: boolean }) {
  return (
    <div className={`${styles.image} ${styles.scene}`}>
      <img
        src={`${base}/800.webp`}
        srcSet={`${base}/800.webp 800w, ${base}/1600.webp 1600w`}
        sizes={isFirst ? '(max-width: 699px) 92vw, 700px' : '(max-width: 699px) 300px, 480px'}
        alt=""
        width={800}
        height={320}
        {...urgency(isFirst)}
      />
    </div>
  );
}
