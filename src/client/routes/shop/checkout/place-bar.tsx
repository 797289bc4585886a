import { type ComponentProps, useEffect, useRef } from 'react';
import { stepHref } from '#client/features/cart/ordered-carts.ts';
import { Remedies } from '#client/features/notices/remedies.tsx';
import { refusal } from '#client/refusal.ts';
import { figureChanges } from '#client/routes/shop/checkout/figure-changes.ts';
import { whyNoFigures } from '#client/routes/shop/checkout/why-no-figures.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { formatMoney } from '#shared/rules/money.ts';
import type { Figures } from '#shared/schemas/orders.ts';
import styles from './summary.module.css';

interface Props {
  /** For the order as the form is now; undefined while they are asked for. */
  figures: Figures | undefined;
  isFetching: boolean;
  isPlacing: boolean;
  /** Above the buyer's limit: a Primary gets it to approve. */
  isToApprove: boolean;
  /** The figures that the customer saw when ordering, where those of now differ. */
  seen: Figures | null;
  /** Why there are no figures. */
  error: unknown;
  onRetry: () => void;
  /** Takes over what a refusal of the figures says to change. */
  onAgain: ComponentProps<typeof Remedies>['onAgain'];
  cartIds: readonly string[];
}

/** The end of the form: the one button that orders, with the amount; on narrow screens it stays in sight. */
export function PlaceBar({
  figures,
  isFetching,
  isPlacing,
  isToApprove,
  seen,
  error,
  onRetry,
  onAgain,
  cartIds,
}: Props) {
  const changes = seen && figures && !isFetching ? figureChanges(seen, figures) : [];
  const bar = useRef<HTMLDivElement>(null);
  const isChanged = changes.length > 0;
  useEffect(() => {
    // The list of changes pushed the button out of sight.
    if (isChanged) bar.current?.scrollIntoView({ block: 'nearest' });
  }, [isChanged]);
  return (
    <div className={styles.place} ref={bar}>
      {Boolean(error) && (
        <div role="alert" className={styles.refused}>
          {`${whyNoFigures(error)} `}
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
          <ButtonLink look="quiet" to={stepHref('/checkout', cartIds)}>
            Back to the cart
          </ButtonLink>
          <Remedies remedies={refusal(error).remedies.filter(({ again }) => again)} onAgain={onAgain} />
        </div>
      )}
      {isChanged && (
        <div role="alert" className={styles.changes}>
          <p>What changed since you last looked:</p>
          <ul>
            {changes.map(change => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </div>
      )}
      {isToApprove && !error && (
        <p role="status">
          This order is above your spending limit. A Primary of your company has to approve it.
        </p>
      )}
      <Button
        look="primary"
        size="large"
        wide
        type="submit"
        unable={!figures || Boolean(error)}
        busy={isPlacing || isFetching}
      >
        <Icon name="lock" size={18} />
        {isPlacing ? 'Placing your order' : wordsOf({ figures, isFetching, isToApprove, error })}
      </Button>
    </div>
  );
}

/** Never an amount that is not this order's. */
function wordsOf({
  figures,
  isFetching,
  isToApprove,
  error,
}: Pick<Props, 'figures' | 'isFetching' | 'isToApprove' | 'error'>): string {
  if (error) return 'Place order';
  if (!figures || isFetching) return 'Updating the total';
  return `${isToApprove ? 'Send for approval' : 'Place order'}, ${formatMoney(figures.total)}`;
}
