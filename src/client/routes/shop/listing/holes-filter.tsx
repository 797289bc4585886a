import { type FormEvent, useId } from 'react';
import { fromTheTop, type ListingAddress } from '#client/features/catalog/listing-address.ts';
import { keptFields, useListingForm } from '#client/routes/shop/listing/listing-form.ts';
import { Button } from '#client/ui/button.tsx';
import { useFollowedField } from '#client/ui/followed.ts';
import { HOLES_TOLERANCE_MM, HOLES_TOLERANCES_MM } from '#shared/constants.ts';
import { parseSpacing } from '#shared/rules/dimensions.ts';
import styles from './filter-panel.module.css';

/** The distances that most doors and drawers were drilled for. */
const USUAL = [
  '3"',
  '3-3/4"',
  '4"',
  '5-1/16"',
  '6-5/16"',
  '8-13/16"',
  '12"',
  '64 mm',
  '96 mm',
  '128 mm',
  '160 mm',
];

/** Says nothing of an empty field: that takes the filter away. */
function checkSpacing({ currentTarget }: FormEvent<HTMLInputElement>): void {
  const isReadable = currentTarget.value.trim() === '' || parseSpacing(currentTarget.value) !== null;
  currentTarget.setCustomValidity(isReadable ? '' : 'Enter it like 3-3/4" or 96 mm.');
}

/** Pulls for holes that are there already: their distance, center to center, give or take a little. */
export function HolesFilter({ path, address }: { path: string; address: ListingAddress }) {
  const id = useId();
  const submit = useListingForm(path);
  const { holes, holesTolerance = HOLES_TOLERANCE_MM } = address;
  const kept = keptFields(fromTheTop({ ...address, holes: undefined, holesTolerance: undefined }));
  return (
    <form className={styles.holes} action={path} method="get" onSubmit={submit}>
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <p id={`${id}-hint`} className={styles.hint}>
        Measure from the center of one hole to the center of the other.
      </p>
      <div className={styles.amounts}>
        <label className="visually-hidden" htmlFor={`${id}-holes`}>
          Distance between the old holes
        </label>
        <input
          id={`${id}-holes`}
          name="holes"
          list={`${id}-usual`}
          autoComplete="off"
          maxLength={40}
          placeholder={'3-3/4" or 96 mm'}
          {...useFollowedField<HTMLInputElement>(holes ?? '')}
          aria-describedby={`${id}-hint`}
          onInput={checkSpacing}
        />
        <datalist id={`${id}-usual`}>
          {USUAL.map(length => (
            <option key={length} value={length} />
          ))}
        </datalist>
        <label className="visually-hidden" htmlFor={`${id}-tolerance`}>
          Give or take
        </label>
        <select
          id={`${id}-tolerance`}
          name="holesTolerance"
          {...useFollowedField<HTMLSelectElement>(String(holesTolerance))}
        >
          {HOLES_TOLERANCES_MM.map(mm => (
            <option key={mm} value={mm}>{`± ${mm} mm`}</option>
          ))}
        </select>
        <Button type="submit" size="small">
          Go
        </Button>
      </div>
    </form>
  );
}
