import { ButtonLink } from '#client/ui/button.tsx';
import { DATE } from '#client/ui/moment.ts';
import { PartHead } from '#client/ui/part-head.tsx';
import { makePaymentHref } from '#shared/payment-href.ts';
import { creditCheck } from '#shared/rules/credit.ts';
import { formatMoney, ZERO } from '#shared/rules/money.ts';
import type { BuyerTerms } from '#shared/schemas/payments.ts';
import styles from './account-standing.module.css';

interface Props {
  credit: NonNullable<BuyerTerms['credit']>;
  /** Leads those who may read the company's statement there. */
  hasStatement?: boolean;
}

/** Tells how much credit a company has left, and what is due next. */
export function AccountStanding({ credit, hasStatement = false }: Props) {
  const { creditLimit, owed, open } = credit;
  const { used, available, isNear } = creditCheck({ creditLimit, owed, total: ZERO });
  const next = open.find(({ dueDate }) => dueDate !== null);
  return (
    <section className={`${styles.account} no-print`} aria-label="Credit">
      <PartHead
        title="Credit left"
        all={hasStatement ? { name: 'Statement', href: '/user/statement' } : undefined}
      />
      <p className={styles.left}>{formatMoney(available)}</p>
      <div className={isNear ? styles.near : styles.bar} aria-hidden="true">
        <span style={{ width: `${Math.min(100, (used / creditLimit) * 100)}%` }} />
      </div>
      <p className="muted">{`${formatMoney(used)} of ${formatMoney(creditLimit)} used`}</p>
      {next?.dueDate && (
        <div className={styles.due}>
          <p>
            <b>{`${formatMoney(next.open)} due ${DATE.format(new Date(next.dueDate))}`}</b>
            <span className="muted">{`Order ${next.orderNumber}`}</span>
          </p>
          <ButtonLink size="small" to={makePaymentHref([next._id])}>
            {`Pay ${formatMoney(next.open)}`}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
