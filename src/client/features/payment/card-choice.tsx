import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { type CardEntry, CardEntryError } from '#client/features/payment/card-entry.ts';
import { SavedCards } from '#client/features/payment/saved-cards.tsx';
import { TestCard } from '#client/features/payment/test-card.tsx';
import { useUser } from '#client/features/session/session.ts';
import { optionalPart } from '#client/optional-part.tsx';
import { trpc } from '#client/trpc.ts';
import { Checkbox } from '#client/ui/field.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import type { Money } from '#shared/rules/money.ts';
import styles from './payment.module.css';

const StripeCard = optionalPart(
  () => import('#client/features/payment/stripe-card.tsx'),
  module => module.StripeCard,
  {
    waiting: ({ isHidden }) => <div className={styles.element} hidden={isHidden} />,
    missing: (_props, again) => <LoadError message="The card fields could not be loaded." onRetry={again} />,
  },
);

const STILL_LOADING = 'The card fields are still loading. Please try again in a moment.';

/** One of the payer's kept cards, or another one, whose fields are the gateway's own. Guests have none. */
export function CardChoice({ entry, total }: { entry: Ref<CardEntry>; total: Money }) {
  const user = useUser();
  const { data: gateway } = trpc.payments.gateway.useQuery();
  const { data: saved = [] } = trpc.savedCards.list.useQuery(undefined, {
    enabled: user !== null,
    staleTime: 0,
  });
  /** Undefined: not chosen yet, so the newest that still holds; null: another one. */
  const [chosen, choose] = useState<string | null>();
  const [savesCard, setSavesCard] = useState(false);
  const fields = useRef<CardEntry>(null);
  const isThere = saved.some(({ _id }) => _id === chosen);
  const fallback = chosen === null ? null : (saved.find(card => !card.isExpired)?._id ?? null);
  const savedCard = chosen && isThere ? chosen : fallback;

  useImperativeHandle(entry, () => ({
    collect: async () => {
      if (savedCard) return { card: { savedCard } };
      if (!fields.current) throw new CardEntryError(STILL_LOADING);
      return { ...(await fields.current.collect()), ...(savesCard && { saveCard: true }) };
    },
    confirm: async clientSecret => fields.current?.confirm(clientSecret) ?? null,
  }));

  const isHidden = savedCard !== null;
  return (
    <div className={styles.cards}>
      {saved.length > 0 && <SavedCards {...{ saved, choose }} chosen={savedCard} />}
      {gateway?.name === 'test' && <TestCard entry={fields} isHidden={isHidden} />}
      {gateway?.name === 'stripe' && gateway.publishableKey && (
        <StripeCard
          entry={fields}
          publishableKey={gateway.publishableKey}
          {...{ total, isHidden, savesCard }}
        />
      )}
      {user && !isHidden && (
        <Checkbox
          label="Save this card for next time"
          checked={savesCard}
          onChange={event => setSavesCard(event.target.checked)}
        />
      )}
    </div>
  );
}
