import { useEffect, useRef, useState } from 'react';
import { workingCart } from '#client/features/cart/cart.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { COUPON_STATUS_TEXTS } from '#shared/messages.ts';
import type { WorkingCart } from '#shared/rules/cart.ts';
import { COUPON_TYPES } from '#shared/rules/coupons.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { Figures } from '#shared/schemas/orders.ts';
import styles from './summary.module.css';

interface Props {
  working: WorkingCart;
  /** Of this cart with its coupon; undefined while they are asked for. */
  figures: Figures | undefined;
}

/** A code is verified before the cart takes it (spec §5); the cart keeps it, so that every step shows the same. */
export function Coupon({ working, figures }: Props) {
  const section = useRef<HTMLElement>(null);
  const shown = useRef(working.couponCode);
  useEffect(() => {
    if (shown.current === working.couponCode) return;
    shown.current = working.couponCode;
    // The button that was pressed is gone with what it stood in; reading goes on here.
    if (document.activeElement === document.body) section.current?.focus();
  }, [working.couponCode]);
  return (
    <section className={styles.section} aria-label="Coupon" ref={section} tabIndex={-1}>
      {working.couponCode ? <Taken working={working} figures={figures} /> : <Entry />}
    </section>
  );
}

function Entry() {
  const { client } = trpc.useUtils();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const field = useRef<HTMLDivElement>(null);

  const apply = async () => {
    if (isAsking || typed.trim() === '') return;
    setAsking(true);
    setFault(null);
    try {
      const answer = await client.coupons.verify.query({ code: typed.trim() });
      const { couponStatus, couponType, couponCode } = answer;
      if (couponStatus === 'success') return workingCart.update({ couponCode, couponStatus, couponType });
      setFault(COUPON_STATUS_TEXTS[couponStatus]);
    } catch (error) {
      setFault(refusal(error).message);
    } finally {
      setAsking(false);
    }
    field.current?.querySelector('input')?.focus();
  };

  return (
    <details className={styles.more}>
      <summary>Add a coupon code</summary>
      <div className={styles.coupon} ref={field}>
        <TextField
          label="Coupon code"
          name="coupon"
          optional
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          error={fault}
          maxLength={60}
          onChange={event => {
            setTyped(event.target.value);
            setFault(null);
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void apply();
          }}
        />
        <Button style={{ minHeight: 44 }} onClick={apply} disabled={isAsking || typed.trim() === ''}>
          {isAsking ? 'Checking' : 'Apply'}
        </Button>
      </div>
    </details>
  );
}

function Taken({ working, figures }: Props) {
  const { couponCode } = working;
  const status = figures?.couponStatus ?? working.couponStatus;
  return (
    <div className={styles.taken}>
      <p role="status" className={!status || status === 'success' ? styles.applied : styles.refused}>
        <b>{couponCode}</b> {status && COUPON_STATUS_TEXTS[status]} {figures && savedBy(figures)}
      </p>
      <Button
        size="small"
        aria-label={`Remove the coupon ${couponCode}`}
        onClick={() => workingCart.update({ couponCode: '', couponStatus: null, couponType: null })}
      >
        Remove
      </Button>
    </div>
  );
}

/** What an applied coupon comes to, in words. */
function savedBy({ couponStatus, couponType, discount, cart }: Figures): string {
  if (couponStatus !== 'success') return '';
  const given = couponType === COUPON_TYPES.freeProduct ? cart.at(-1) : undefined;
  return given ? `${given.name} is free.` : `You save ${formatMoney(discount)}.`;
}
