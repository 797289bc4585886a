import { SelectField } from '#client/ui/field.tsx';
import type { FieldOf } from '#client/ui/form-errors.ts';
import type { PaymentType, ShippingMethod } from '#shared/enumerations.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS } from '#shared/rules/order-facts.ts';
import { allowedShippingMethods } from '#shared/rules/payment.ts';

interface Props<T> {
  label: string;
  /** Its name in the form. */
  name: string;
  chosen: T | null;
  field: FieldOf;
}

/** Asks which of the available ways to pay orders start with. */
export function PaymentPreference(props: Props<PaymentType> & { types: readonly PaymentType[] }) {
  return <Preference {...props} of={props.types.map(type => [type, PAYMENT_WORDS[type].label])} />;
}

/** Asks which way of delivery orders start with. */
export function DeliveryPreference(props: Props<ShippingMethod>) {
  const methods = allowedShippingMethods({ quoted: false });
  return <Preference {...props} of={methods.map(method => [method, SHIPPING_WORDS[method].label])} />;
}

function Preference({ label, name, chosen, field, of }: Props<string> & { of: [string, string][] }) {
  return (
    <SelectField label={label} optional defaultValue={chosen ?? ''} {...field(name)}>
      <option value="">No preference</option>
      {of.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
