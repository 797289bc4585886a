import { useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { Choices } from '#client/features/office/choices.tsx';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import { type Person, PersonChoice } from '#client/routes/admin/orders/person-choice.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import styles from './order-moves.module.css';

/** Puts what is still on sale of an order into a new saved cart of whom staff choose, at that customer's prices. */
export function DuplicateOrder({ order, onClose }: DeedProps) {
  const { client } = trpc.useUtils();
  const { _id, orderNumber, user, name, email } = order;
  const [person, setPerson] = useState<Person | null>(user ? { _id: user, name, email } : null);
  const [isMissing, setMissing] = useState(false);
  const duplicate = useAction((owner: string) => client.orders.duplicateById.mutate({ _id, user: owner }), {
    success: ORDER_NOTICES.duplicated(orderNumber),
    failure: ORDER_NOTICES.saveCartFailed,
    after: onClose,
  });
  const send = () => {
    setMissing(person === null);
    if (person) duplicate.mutate(person._id);
  };
  return (
    <Dialog open onClose={onClose} title={`Duplicate order ${orderNumber}`}>
      <p className={styles.about}>It becomes a saved cart, at today’s prices of the customer who gets it.</p>
      <PersonChoice
        label="Customer"
        chosen={person}
        onChoose={setPerson}
        error={isMissing && person === null ? 'has to be chosen' : null}
      />
      <Choices onClose={onClose}>
        <Button look="primary" busy={duplicate.isPending} onClick={send}>
          Duplicate
        </Button>
      </Choices>
    </Dialog>
  );
}
