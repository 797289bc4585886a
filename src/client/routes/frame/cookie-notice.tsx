import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { STORAGE_KEYS } from '#shared/constants.ts';
import styles from './cookie-notice.module.css';

const watchers = new Set<() => void>();
let acceptedHere = false;

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

function isAccepted(): boolean {
  try {
    return acceptedHere || localStorage.getItem(STORAGE_KEYS.cookieNotice) !== null;
  } catch {
    return acceptedHere;
  }
}

function accept(): void {
  acceptedHere = true;
  try {
    localStorage.setItem(STORAGE_KEYS.cookieNotice, 'true');
  } catch {
    // Storage is forbidden: accepted for this page alone.
  }
  for (const watcher of watchers) watcher();
}

/** Shows until accepted, which the browser remembers (rule S6). The server leaves it out: it can't know. */
export function CookieNotice() {
  const accepted = useSyncExternalStore(subscribe, isAccepted, () => true);
  if (accepted) return null;
  return (
    <>
      <div className={`${styles.room} no-print`} />
      <section className={`${styles.notice} no-print`} aria-label="Cookies">
        <div className={`${styles.words} container`}>
          <p>
            Only necessary cookies. <Link to="/privacy">Privacy policy</Link>
          </p>
          <button type="button" className={styles.accept} onClick={accept}>
            Accept
          </button>
        </div>
      </section>
    </>
  );
}
