import { useState } from 'react';
import { useFirstWrong } from '#client/features/office/use-first-wrong.ts';
import type { Made } from '#client/routes/admin/create-order/comes-to.tsx';
import { type FieldErrors, fieldErrors } from '#client/ui/form-errors.ts';
import type { FieldIssue } from '#shared/errors.ts';
import type { StaffFigures } from '#shared/schemas/create-order.ts';
import type { Receipt } from '#shared/schemas/receipts.ts';

/** Holds why an order was not made: what is wrong with which field, and what is another by now than it was. */
export function useRefused() {
  const [errors, setErrors] = useState<FieldErrors>({});
  // The order that was made of this form before it was changed, its answer lost.
  const [made, setMade] = useState<Made | null>(null);
  // The figures that held no longer when they were sent.
  const [was, setWas] = useState<StaffFigures | null>(null);
  // The receipt that has the number of the check already.
  const [known, setKnown] = useState<Receipt | null>(null);
  const [shown, setShown] = useState(0);
  useFirstWrong(shown);
  return {
    ...{ errors, made, was, known, setMade, setWas, setKnown },
    /** Sends whoever is at the screen to the first of these fields. */
    show: (issues: readonly FieldIssue[]) => {
      setErrors(fieldErrors(issues));
      if (issues.length > 0) setShown(before => before + 1);
    },
    /** A field that is typed over is not wrong any longer; a line that goes moves the others up. */
    retype: (names: readonly string[]) => {
      setWas(null);
      setKnown(null);
      setErrors(before => without(before, names));
    },
    forget: () => {
      setErrors({});
      setMade(null);
      setWas(null);
      setKnown(null);
    },
  };
}

/** Leaves out the errors of these fields, and of what is below them. */
function without(errors: FieldErrors, names: readonly string[]): FieldErrors {
  const isOf = (name: string) => names.some(one => name === one || name.startsWith(`${one}.`));
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !isOf(name)));
}
