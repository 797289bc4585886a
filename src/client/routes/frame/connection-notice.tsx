import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Icon } from '#client/ui/icon.tsx';
import styles from './connection-notice.module.css';

const subscribe = (watcher: () => void) => {
  window.addEventListener('online', watcher);
  window.addEventListener('offline', watcher);
  return () => {
    window.removeEventListener('online', watcher);
    window.removeEventListener('offline', watcher);
  };
};

/** Says that there is no connection, and reads what failed meanwhile once there is one again. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const queryClient = useQueryClient();
  useEffect(() => {
    const readAgain = () =>
      queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    window.addEventListener('online', readAgain);
    return () => window.removeEventListener('online', readAgain);
  }, [queryClient]);
  return (
    <div className="no-print" role="status">
      {!isOnline && (
        <p className={styles.notice} data-connection>
          <Icon name="alert" size={18} />
          You are offline. This page stays as it is, and your cart is kept.
        </p>
      )}
    </div>
  );
}
