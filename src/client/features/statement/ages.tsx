import { AGE_WORDS, AGES, type Ageing } from '#shared/rules/ageing.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import styles from './ages.module.css';

interface Props {
  /** Undefined: still asked for. Its place is kept. */
  account: { balance: Money; ageing: Ageing } | undefined;
  /** Says of a balance above 0 whose it is. */
  owes: string;
  /** The same of one below 0. */
  hasGood: string;
}

/** The balance of an account, and how long it is overdue. */
export function Ages({ account, owes, hasGood }: Props) {
  const { balance, ageing } = account ?? { balance: undefined, ageing: undefined };
  return (
    <div className={styles.ages}>
      <dl className={styles.figures}>
        <div className={styles.balance}>
          <dt>{balance !== undefined && balance < 0 ? hasGood : owes}</dt>
          <dd>{balance === undefined ? '…' : formatMoney(Math.abs(balance) as Money)}</dd>
        </div>
        {AGES.map(age => (
          <div key={age} className={ageing && age !== 'current' && ageing[age] > 0 ? styles.late : undefined}>
            <dt>{AGE_WORDS[age]}</dt>
            <dd>{ageing ? formatMoney(ageing[age]) : '…'}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
