import { useAction } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Choice } from '#client/ui/field.tsx';
import { CARD_NOTICES } from '#shared/messages.ts';
import type { SavedCard } from '#shared/schemas/payments.ts';
import styles from './payment.module.css';

interface Props {
  saved: readonly SavedCard[];
  /** Null: another card. */
  chosen: string | null;
  choose: (card: string | null) => void;
}

const nameOf = ({ brand, last4 }: SavedCard) =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} card ending in ${last4}`;

function dateOf({ expMonth, expYear, isExpired }: SavedCard): string {
  const date = `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;
  return isExpired ? `Expired ${date}` : `Expires ${date}`;
}

/** Lists the payer's kept cards, to choose from and to be taken off the list. */
export function SavedCards({ saved, chosen, choose }: Props) {
  const utils = trpc.useUtils();
  const remove = useAction((_id: string) => utils.client.savedCards.remove.mutate({ _id }), {
    success: CARD_NOTICES.removed,
    failure: CARD_NOTICES.removeFailed,
    after: () => utils.savedCards.list.invalidate(),
  });
  return (
    <fieldset>
      <legend className="visually-hidden">Card</legend>
      {saved.map(card => (
        <div key={card._id} className={styles.saved}>
          <Choice
            name="card"
            value={card._id}
            label={nameOf(card)}
            hint={dateOf(card)}
            checked={chosen === card._id}
            disabled={card.isExpired}
            onChange={() => choose(card._id)}
          />
          <Button
            look="quiet"
            size="small"
            aria-label={`Remove the ${nameOf(card)}`}
            busy={remove.isPending}
            onClick={() => remove.mutate(card._id)}
          >
            Remove
          </Button>
        </div>
      ))}
      <Choice
        name="card"
        value="another"
        label="Use another card"
        checked={chosen === null}
        onChange={() => choose(null)}
      />
    </fieldset>
  );
}
