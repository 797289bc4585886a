import type { useCartChoice } from '#client/features/cart/cart-choice.ts';
import { SelectField } from '#client/ui/field.tsx';

/** Chooses the cart that the add button fills, where there is more than the working one. */
export function CartSelector({ carts, chosen, choose }: ReturnType<typeof useCartChoice>) {
  if (carts.length === 0) return null;
  return (
    <div className="no-print">
      <SelectField
        label="Add to"
        name="cart"
        value={chosen?._id ?? ''}
        onChange={event => choose(event.target.value)}
      >
        <option value="">Current cart</option>
        {carts.map(({ _id, orderName }) => (
          <option key={_id} value={_id}>
            {orderName}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
