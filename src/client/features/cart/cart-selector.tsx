import type { useCartChoice } from '#client/features/cart/cart-choice.ts';
import { SelectField } from '#client/ui/field.tsx';

/** Which cart the add button fills, where there is more than the working one (spec §2). */
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
