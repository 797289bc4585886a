import { Button, ButtonLink } from '#client/ui/button.tsx';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import styles from './way-on.module.css';

interface Props {
  /** Null while it can't be gone. */
  to: string | null;
  words: string;
}

/** Leads from a cart to its order, where the cart's figures end; on narrow screens `WayOnBar` does. */
export function WayOn({ to, words }: Props) {
  return (
    <div className={styles.atEnd}>
      <Way to={to} words={words} />
    </div>
  );
}

/** The same for narrow screens, on which the end of the lines is far: it stays in sight with what they come to. */
export function WayOnBar({ to, words, label, amount }: Props & { label: string; amount: Money | undefined }) {
  return (
    <div className={`${styles.bar} no-print`}>
      <p>
        <span className="muted">{label}</span>
        <b>{amount === undefined ? '…' : formatMoney(amount)}</b>
      </p>
      <Way to={to} words={words} />
    </div>
  );
}

function Way({ to, words }: Props) {
  if (to === null) {
    return (
      <Button look="primary" size="large" wide unable>
        {words}
      </Button>
    );
  }
  return (
    <ButtonLink look="primary" size="large" wide to={to}>
      {words}
    </ButtonLink>
  );
}
