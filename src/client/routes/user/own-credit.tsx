import { trpc } from '#client/trpc.ts';
import { formatMoney } from '#shared/rules/money.ts';
import styles from './profile.module.css';

/** Tells whoever has store credit how much. `isCompanys`: people of a company share its own. */
export function OwnCredit({ isCompanys }: { isCompanys: boolean }) {
  const { data } = trpc.storeCredit.balance.useQuery(undefined, { staleTime: 0 });
  if (!data || data.balance <= 0) return null;
  return (
    <p className={styles.credit}>
      {`${isCompanys ? 'Your company has' : 'You have'} `}
      <strong>{`${formatMoney(data.balance)} of store credit`}</strong>
      {', to use at checkout.'}
    </p>
  );
}
