import { addressLine } from '#client/features/office/address-line.ts';
import styles from '#client/routes/admin/create-order/create-order.module.css';
import type { KnownAddress } from '#client/routes/admin/create-order/use-order-fields.ts';
import { Button } from '#client/ui/button.tsx';

interface Props {
  known: KnownAddress | null;
  isAddressTyped: boolean;
  takeKnown: () => void;
  onTake: () => void;
}

/** Says whose address it is; where another was typed, which one the customer has. */
export function AddressNote({ known, isAddressTyped, takeKnown, onTake }: Props) {
  if (!known) return null;
  const { address, order } = known;
  if (!isAddressTyped)
    return (
      <p className={`${styles.note} muted`}>
        {order === null ? 'From their account.' : `As order ${order} went.`}
      </p>
    );
  const { shippingAddress, shippingCity, shippingState, shippingZip } = address;
  const take = () => {
    takeKnown();
    onTake();
  };
  return (
    <p className={`${styles.note} muted`}>
      <span>{`Theirs is ${addressLine(shippingAddress, shippingCity, shippingState, shippingZip)}.`}</span>
      <Button size="small" onClick={take}>
        Use theirs
      </Button>
    </p>
  );
}
