import type { Layout } from '#shared/schemas/layouts.ts';
import styles from './home.module.css';

/** Shows what only the two special accounts read on the home page (rule A2). */
export function Information({ layouts }: { layouts: readonly Layout[] }) {
  if (layouts.length === 0) return null;
  return (
    <section className={styles.information} aria-label="Information">
      {layouts.map(({ _id, title, subtitle, content }) => (
        <div key={_id}>
          <h2>{title}</h2>
          {subtitle && <p className="muted">{subtitle}</p>}
          <div
            className={styles.words}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it was saved
            dangerouslySetInnerHTML={{ __html: content }}
          />
        </div>
      ))}
    </section>
  );
}
