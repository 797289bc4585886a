import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSignOut } from '#client/features/session/session.ts';
import { Icon } from '#client/ui/icon.tsx';
import type { User } from '#shared/schemas/users.ts';
import styles from './header.module.css';

/** The profile menu (spec §2). A `details`, so that it opens without scripts too. */
export function AccountMenu({ user }: { user: User }) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const signOut = useSignOut();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of place closes the menu
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [key]);

  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current;
      if (!menu?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        menu.querySelector('summary')?.focus();
      } else if (menu.contains(event.target as Node)) return;
      menu.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, []);

  return (
    <details className={styles.menu} ref={details}>
      <summary className={styles.link} aria-label={`Account of ${user.name}`}>
        <Icon name="user" />
        <span className={styles.words}>{user.name.split(' ')[0]}</span>
        <Icon name="chevronDown" size={16} />
      </summary>
      <ul className={styles.items}>
        <li>
          <Link to="/user">Profile</Link>
        </li>
        <li>
          <button type="button" onClick={() => signOut.mutate(undefined)} disabled={signOut.isPending}>
            Sign Out
          </button>
        </li>
      </ul>
    </details>
  );
}
