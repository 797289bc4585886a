import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { floatingBoard, type ShownFloating } from '#client/features/notices/floating-board.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import styles from './floating-notifications.module.css';

const NONE: readonly ShownFloating[] = [];
const none = () => NONE;

/** Shows what the shop tells people while they are here. The list is always there, so that additions are read out. */
export function FloatingNotifications() {
  const shown = useSyncExternalStore(floatingBoard.subscribe, floatingBoard.shown, none);
  return (
    <ul
      className={`${styles.region} no-print`}
      aria-live="polite"
      aria-label="New notifications"
      onPointerEnter={floatingBoard.hold}
      onPointerLeave={floatingBoard.release}
      onFocus={floatingBoard.hold}
      onBlur={floatingBoard.release}
    >
      {shown.map(({ id, title, details, link }) => (
        <li key={id} className={styles.one}>
          <div>
            <p className={styles.title}>{title}</p>
            {details && <p>{details}</p>}
            {link && (
              <Link className={styles.go} to={link} onClick={() => floatingBoard.dismiss(id)}>
                Go
                <span className="visually-hidden">{` to ${title}`}</span>
              </Link>
            )}
          </div>
          <Button look="icon" aria-label={`Dismiss ${title}`} onClick={() => floatingBoard.dismiss(id)}>
            <Icon name="close" size={18} />
          </Button>
        </li>
      ))}
    </ul>
  );
}
