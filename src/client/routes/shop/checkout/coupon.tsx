import { useEffect, useRef, useState } from 'react';
import { refusal } from '#client/refusal.ts';
import type { Ordered } from '#client/routes/shop/checkout/ordered.ts';
import { UNAPPLIED_FIELD, type UnappliedCode } from '#client/routes/shop/checkout/unapplied-code.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { COUPON_STATUS_TEXTS } from '#shared/messages.ts';
import { COUPON_TYPES } from '#shared/rules/coupons.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { Figures } from '#shared/schemas/orders.ts';
import styles from './summary.module.css';

interface Props extends Pick<Ordered, 'chosen' | 'choose'> {
  /** For this cart with its coupon; undefined while they are asked for. */
  figures: Figures | undefined;
  unapplied: UnappliedCode;
}

/** Verifies a code before the cart takes it (rule T3); the cart keeps it, so that every step shows the same. */
export function Coupon({ chosen, choose, figures, unapplied }: Props) {
  const { couponCode } = chosen;
  const section = useRef<HTMLElement>(null);
  const shown = useRef(couponCode);
  useEffect(() => {
    if (shown.current === couponCode) return;
    shown.current = couponCode;
    // The button that was pressed is gone with what it stood in; reading goes on here.
    if (document.activeElement === document.body) section.current?.focus();
  }, [couponCode]);
  return (
    <section className={styles.section} aria-label="Coupon" ref={section} tabIndex={-1}>
      {couponCode ? <Taken {...{ chosen, choose, figures }} /> : <Entry {...{ choose, unapplied }} />}
    </section>
  );
}

function Entry({ choose, unapplied }: Pick<Props, 'choose' | 'unapplied'>) {
  const { client } = trpc.useUtils();
  const { typed, type, fault, blame } = unapplied;
  const [isOpen, setOpen] = useState(typed !== '');
  const [isAsking, setAsking] = useState(false);
  const field = useRef<HTMLDivElement>(null);

  const apply = async () => {
    if (isAsking || typed.trim() === '') return;
    setAsking(true);
    type(typed);
    try {
      const answer = await client.coupons.verify.query({ code: typed.trim() });
      const { couponStatus, couponType, couponCode } = answer;
      if (couponStatus === 'success') {
        type('');
        return choose({ couponCode, couponStatus, couponType });
      }
      blame(COUPON_STATUS_TEXTS[couponStatus]);
    } catch (error) {
      blame(refusal(error).message);
    } finally {
      setAsking(false);
    }
    field.current?.querySelector('input')?.focus();
  };

  return (
    <details
      className={styles.more}
      open={isOpen || Boolean(fault)}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>Add a coupon code</summary>
      <div className={styles.coupon} ref={field}>
        <TextField
          label="Coupon code"
          name={UNAPPLIED_FIELD}
          optional
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          error={fault}
          maxLength={60}
          onChange={event => type(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void apply();
          }}
        />
        <Button style={{ minHeight: 44 }} onClick={apply} unable={typed.trim() === ''} busy={isAsking}>
          {isAsking ? 'Checking' : 'Apply'}
        </Button>
      </div>
    </details>
  );
}

function Taken({ chosen, choose, figures }: Omit<Props, 'unapplied'>) {
  const { couponCode } = chosen;
  const status = figures?.couponStatus ?? chosen.couponStatus;
  return (
    <div className={styles.taken}>
      <p role="status" className={!status || status === 'success' ? styles.applied : styles.refused}>
        <b>{couponCode}</b> {status && COUPON_STATUS_TEXTS[status]} {figures && savedBy(figures)}
      </p>
      <Button
        size="small"
        aria-label={`Remove the coupon ${couponCode}`}
        onClick={() => choose({ couponCode: '', couponStatus: null, couponType: null })}
      >
        Remove
      </Button>
    </div>
  );
}

/** Says what an applied coupon comes to. */
function savedBy({ couponStatus, couponType, discount, cart }: Figures): string {
  if (couponStatus !== 'success') return '';
  const given = couponType === COUPON_TYPES.freeProduct ? cart.at(-1) : undefined;
  return given ? `${given.name} is free.` : `You save ${formatMoney(discount)}.`;
}
