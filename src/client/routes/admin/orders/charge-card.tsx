import { useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { useShopDay } from '#client/features/site/shop-day.ts';
import { refusal } from '#client/refusal.ts';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import styles from '#client/routes/admin/orders/money-dialogs.module.css';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Choice, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useKeysByContents } from '#client/ui/keys-by-contents.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { MONEY_NOTICES } from '#shared/office-messages.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { PayLink } from '#shared/schemas/pay-links.ts';
import type { SavedCard } from '#shared/schemas/payments.ts';

/** Has an order paid by card: one that its customer saved, or any, by a link that staff mail or read out. */
export function ChargeCard({ order, onClose }: DeedProps) {
  const {
    data: cards,
    error,
    refetch,
  } = trpc.savedCards.ofOrder.useQuery({ id: order._id }, { staleTime: 0 });
  const [card, setCard] = useState<string | null>(null);
  const good = cards?.filter(({ isExpired }) => !isExpired) ?? [];
  return (
    <Dialog open onClose={onClose} title={`Payment by card, order ${order.orderNumber}`}>
      <div className={layout.stack}>
        {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
        {!cards && !error && <p role="status">Loading…</p>}
        {good.length > 0 && (
          <fieldset className={styles.choices}>
            <legend>{`${formatMoney(openBalance(order))} to pay`}</legend>
            {good.map(one => (
              <Choice
                key={one._id}
                name="card"
                label={cardWords(one)}
                checked={card === one._id}
                onChange={() => setCard(one._id)}
              />
            ))}
            <Choice
              name="card"
              label="Another card, by a link"
              checked={card === null}
              onChange={() => setCard(null)}
            />
          </fieldset>
        )}
        {cards && (card ? <Charge {...{ order, card, onClose }} /> : <LinkToPay {...{ order, onClose }} />)}
      </div>
    </Dialog>
  );
}

const cardWords = ({ brand, last4, expMonth, expYear }: SavedCard) =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}, until ${String(expMonth).padStart(2, '0')}/${expYear % 100}`;

function Charge({ order, card, onClose }: DeedProps & { card: string }) {
  const { client, orders } = trpc.useUtils();
  // However often it is pressed, it is charged once.
  const keyOf = useKeysByContents();
  const total = openBalance(order);
  const charge = useAction(
    () => {
      const asked = { orders: order._id, card: { savedCard: card }, total };
      return client.orders.pay.mutate({ ...asked, idempotencyKey: keyOf(asked) });
    },
    {
      success: ({ status }) => (status === 'paid' ? MONEY_NOTICES.charged : MONEY_NOTICES.needsBank),
      failure: MONEY_NOTICES.chargeFailed,
      after: async () => {
        onClose();
        await orders.invalidate();
      },
      onRefused: () => orders.invalidate(),
    },
  );
  return (
    <>
      <p>Only with the customer’s consent: the card is charged at once.</p>
      <Choices onClose={onClose}>
        <Button look="primary" busy={charge.isPending} onClick={() => charge.mutate(undefined)}>
          {`Charge ${formatMoney(total)}`}
        </Button>
      </Choices>
    </>
  );
}

function LinkToPay({ order, onClose }: DeedProps) {
  const { client, orders } = trpc.useUtils();
  const [email, setEmail] = useState(order.email);
  const [error, setError] = useState<string | null>(null);
  const [link, setLink] = useState<PayLink | null>(null);
  const shopDay = useShopDay();
  const make = useAction(
    (to: string) => client.payLinks.make.mutate({ order: order._id, ...(to && { email: to }) }),
    {
      success: () => (email.trim() ? MONEY_NOTICES.linkMailed(email.trim()) : undefined),
      failure: MONEY_NOTICES.linkFailed,
      after: async made => {
        setLink(made);
        await orders.history.invalidate();
      },
    },
  );
  if (link)
    return (
      <div className={layout.stack}>
        <p>{`Whoever has this link can pay ${formatMoney(link.amount)} until ${shopDay(link.until)}.`}</p>
        <p className={styles.link}>
          <code>{link.url}</code> <CopyButton text={link.url} label="Copy the link" />
        </p>
        <Choices no="Close" onClose={onClose} />
      </div>
    );
  return (
    <Form
      className={layout.stack}
      onSubmit={event => {
        event.preventDefault();
        if (make.isPending) return;
        setError(null);
        make.mutate(email.trim(), {
          onError: failure => setError(refusal(failure).issues[0]?.message ?? null),
        });
      }}
    >
      <p>
        The link leads to a page where the card is entered. It shows the amount, and nothing else of the
        order.
      </p>
      <TextField
        label="Email"
        name="email"
        type="email"
        optional
        hint="We mail the link there. Leave it empty to read it out or send it yourself."
        value={email}
        error={error}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Choices onClose={onClose}>
        <Button type="submit" look="primary" busy={make.isPending}>
          {email.trim() ? 'Send the link' : 'Make the link'}
        </Button>
      </Choices>
    </Form>
  );
}
