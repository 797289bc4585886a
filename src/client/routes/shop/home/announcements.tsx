import { LayoutLink, linkTarget } from '#client/features/catalog/layout-link.tsx';
import { Icon } from '#client/ui/icon.tsx';
import type { Layout } from '#shared/schemas/layouts.ts';
import styles from './home.module.css';

/** The cards that staff wrote, each with title, subtitle, content, picture and link (spec §1). */
export function Announcements({ announcements }: { announcements: readonly Layout[] }) {
  if (announcements.length === 0) return null;
  return (
    <section className={styles.cards} aria-label="Announcements">
      {announcements.map(({ _id, title, subtitle, content, imgPath, link }) => (
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
          {imgPath && (
            <div className={styles.image}>
              <img src={imgPath} alt="" />
            </div>
          )}
        </article>
      ))}
    </section>
  );
}
