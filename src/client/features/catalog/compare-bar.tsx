import { useState } from 'react';
import { clearCompared, compared, compareHref, toggleCompared } from '#client/features/catalog/compared.ts';
import { useKept } from '#client/features/catalog/kept-list.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { MAX_COMPARED } from '#shared/constants.ts';
import styles from './compare-bar.module.css';

/** Shows the items to compare at the foot of the window, as long as there are any. */
export function CompareBar() {
  const entries = useKept(compared);
  const [isSmall, setSmall] = useState(false);
  if (entries.length === 0) return null;
  return (
    <>
      <div className={`${styles.room} no-print`} />
      <section className={`${styles.bar} no-print`} aria-label="Compare">
        <div className={`${styles.inner} container`}>
          {!isSmall && (
            <ul className={styles.entries}>
              {entries.map(entry => (
                <li key={entry.variant} className={styles.entry}>
                  <Picture path={entry.image} alt="" sizes="40px" />
                  <span className={styles.title}>{entry.title}</span>
                  <button
                    type="button"
                    aria-label={`Remove ${entry.title} from comparison`}
                    onClick={() => toggleCompared(entry)}
                  >
                    <Icon name="close" size={16} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <p className={styles.count} role="status">
            {`${entries.length} of ${MAX_COMPARED} to compare`}
          </p>
          <div className={styles.ways}>
            {entries.length > 1 && (
              <ButtonLink
                look="primary"
                size="small"
                to={compareHref(entries.map(({ variant }) => variant))}
                onClick={() => setSmall(false)}
              >
                Compare
              </ButtonLink>
            )}
            <Button look="quiet" size="small" onClick={clearCompared}>
              Clear
            </Button>
            <Button
              look="icon"
              size="small"
              aria-expanded={!isSmall}
              aria-label="Products to compare"
              onClick={() => setSmall(small => !small)}
            >
              <Icon name={isSmall ? 'plus' : 'minus'} size={18} />
            </Button>
          </div>
        </div>
      </section>
    </>
  );
}
