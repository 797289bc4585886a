import { addressLine } from '#client/features/office/address-line.ts';
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
      <p className="muted">{order === null ? 'The one of their account.' : `As order ${order} went.`}</p>
    );
  const { shippingAddress, shippingCity, shippingState, shippingZip } = address;
  const take = () => {
    takeKnown();
    onTake();
  };
  return (
    <p className="muted">
      {`Theirs is ${addressLine(shippingAddress, shippingCity, shippingState, shippingZip)}. `}
      <Button size="small" onClick={take}>
        Use theirs
      </Button>
    </p>
  );
}
