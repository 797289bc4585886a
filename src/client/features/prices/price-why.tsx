import { useUser } from '#client/features/session/session.ts';
import type { PriceSource } from '#shared/enumerations.ts';
import { PRICE_TEXTS } from '#shared/messages.ts';
import styles from './price-why.module.css';

interface Props {
  priceSource?: PriceSource | undefined;
  priceQuantity?: number | undefined;
}

/** Says where a price comes from, in the words of the rule that made it; nothing for a price that everyone pays. */
export function PriceWhy(source: Props) {
  const user = useUser();
  const words = PRICE_TEXTS.why(source, Boolean(user?.company));
  return words && <span className={styles.why}>{words}</span>;
}
