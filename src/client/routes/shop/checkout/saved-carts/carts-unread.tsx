import { Button } from '#client/ui/button.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import styles from './saved-carts.module.css';

export function CartsUnread({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className={styles.failed}>
      {`${ORDER_NOTICES.readCartsFailed.text}. `}
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
