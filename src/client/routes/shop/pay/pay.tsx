import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router-dom';
import { forgetFailure, notify, notifyFailure } from '#client/features/notices/notices.ts';
import { CardChoice } from '#client/features/payment/card-choice.tsx';
import { type CardEntry, CardEntryError, UNCONFIRMED } from '#client/features/payment/card-entry.ts';
import payment from '#client/features/payment/payment.module.css';
import { useShopDay } from '#client/features/site/shop-day.ts';
import { refusal } from '#client/refusal.ts';
import styles from '#client/routes/shop/pay/pay.module.css';
import { queriesContext, trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Facts } from '#client/ui/facts.tsx';
import { Form } from '#client/ui/form.tsx';
import { useHydrated } from '#client/ui/hydrated.ts';
import { Icon } from '#client/ui/icon.tsx';
import { useKeysByContents } from '#client/ui/keys-by-contents.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import type { LinkedOrder } from '#shared/schemas/pay-links.ts';
import type { Card } from '#shared/schemas/payments.ts';

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { payLinks, payments } = context.get(queriesContext);
  const key = new URL(request.url).searchParams.get('key') ?? '';
  const linked = { order: params.order ?? '', key };
  // A link that is no good is told of by the page, which reads it again.
  await Promise.all([payLinks.open.prefetch(linked), payments.gateway.prefetch()]);
  return null;
}

/** Shows /pay/{order}?key=: anybody who has the link pays what is open of one order, and sees nothing else of it. */
export function Component() {
  const { order = '' } = useParams();
  const [params] = useSearchParams();
  const key = params.get('key') ?? '';
  const {
    data: linked,
    error,
    refetch,
  } = trpc.payLinks.open.useQuery({ order, key }, { staleTime: 0, retry: false });
  const [tried, setTried] = useState<Tried | null>(null);
  const isBad = error !== null && refusal(error).status >= 400 && refusal(error).status < 500;
  return (
    <div className="container">
      <PageHead title="Pay for an order" description="Pay for an order by card." hidden />
      <h1>{linked ? `Pay for order ${linked.orderNumber}` : 'Pay for an order'}</h1>
      {isBad && (
        <p className={styles.over} role="alert">
          This link has expired or is incomplete. Please ask us for a new one.
        </p>
      )}
      {error && !isBad && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {!linked && !error && <p role="status">Loading…</p>}
      {linked?.paid && <Nothing {...{ linked, tried }} />}
      {linked && !linked.paid && <Payment linkKey={key} linked={linked} onTried={setTried} />}
    </div>
  );
}

/** Tells of a payment that was made here: what was paid; null where no answer came. */
interface Tried {
  paid: Money | null;
}

/** Takes the place of the form, and the focus that was in it. */
function Nothing({ linked, tried }: { linked: LinkedOrder; tried: Tried | null }) {
  const words = useRef<HTMLParagraphElement>(null);
  const isAfter = tried !== null;
  useEffect(() => {
    if (isAfter) words.current?.focus();
  }, [isAfter]);
  const paid = tried?.paid ?? null;
  return (
    <p role="status" className={styles.done} ref={words} tabIndex={-1}>
      <Icon name="check" size={20} />{' '}
      {paid === null
        ? `There is nothing to pay for order ${linked.orderNumber}. Thank you.`
        : `You paid ${formatMoney(paid)} for order ${linked.orderNumber}. Thank you.`}
    </p>
  );
}

interface PaymentProps {
  linked: LinkedOrder;
  linkKey: string;
  onTried: (tried: Tried) => void;
}

function Payment({ linked, linkKey, onTried }: PaymentProps) {
  const { client, payLinks } = trpc.useUtils();
  const entry = useRef<CardEntry>(null);
  const isReady = useHydrated();
  const [isPaying, setPaying] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // One for each amount, so that a second press is the same payment.
  const keyOf = useKeysByContents();
  const { order, amount, amountThen, until, test } = linked;
  const shopDay = useShopDay();

  const charge = async (fields: CardEntry): Promise<boolean> => {
    const idempotencyKey = keyOf(amount);
    const { card } = await fields.collect();
    const pay = (with_: Card) =>
      client.payLinks.pay.mutate({ order, key: linkKey, card: with_, idempotencyKey, total: amount });
    const answer = await pay(card);
    if (answer.status === 'paid') return true;
    const confirmed = answer.clientSecret ? await fields.confirm(answer.clientSecret) : null;
    return confirmed !== null && (await pay(confirmed)).status === 'paid';
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!entry.current || isPaying) return;
    setPaying(true);
    setFailure(null);
    onTried({ paid: null });
    forgetFailure();
    try {
      if (!(await charge(entry.current))) return setFailure(UNCONFIRMED);
      onTried({ paid: amount });
      notify(ORDER_NOTICES.paymentSuccessful);
    } catch (error) {
      if (error instanceof CardEntryError) return setFailure(error.message);
      notifyFailure(error, ORDER_NOTICES.chargeFailed);
      if (refusal(error).status !== 0) setFailure(refusal(error).message);
    } finally {
      setPaying(false);
      await payLinks.open.invalidate();
    }
  };
  return (
    <Form className={styles.form} onSubmit={submit} aria-label="Payment">
      {amount !== amountThen && (
        <p role="status" className={styles.changed}>
          {`The amount has changed since this link was made: it was ${formatMoney(amountThen)}, it is ${formatMoney(amount)} now.`}
        </p>
      )}
      <Facts
        facts={[
          ['To pay', formatMoney(amount)],
          ['This link holds until', shopDay(until)],
          ['Test', test ? 'No money moves' : ''],
        ]}
      />
      <section aria-labelledby="card">
        <h2 id="card">Card</h2>
        <CardChoice entry={entry} total={amount} isForAnybody />
        {failure && (
          <p className={payment.error} role="alert">
            {failure}
          </p>
        )}
      </section>
      <Button look="primary" size="large" type="submit" unable={!isReady} busy={isPaying}>
        <Icon name="lock" size={18} />
        {isPaying ? 'Paying' : `Pay ${formatMoney(amount)}`}
      </Button>
    </Form>
  );
}
