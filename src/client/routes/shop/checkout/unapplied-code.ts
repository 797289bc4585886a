import { useState } from 'react';
import type { FormIssue } from '#client/routes/shop/checkout/summary-form.ts';
import type { useFormErrors } from '#client/ui/form-errors.ts';
import { COUPON_NOT_APPLIED } from '#shared/messages.ts';

/** The name of the coupon's field among those of the order. */
export const UNAPPLIED_FIELD = 'coupon';

/** A code that stands in its field, and that the order knows nothing of yet. */
export interface UnappliedCode {
  typed: string;
  /** Also takes back what was said of the code before. */
  type: (code: string) => void;
  fault: string | undefined;
  blame: (message: string) => void;
}

/** Keeps a typed coupon beside the order's form: an order that went without it would cost more than meant. */
export function useUnappliedCode({
  errors,
  blame,
  forget,
}: Pick<ReturnType<typeof useFormErrors>, 'errors' | 'blame' | 'forget'>): UnappliedCode {
  const [typed, setTyped] = useState('');
  return {
    typed,
    type: code => {
      setTyped(code);
      forget(UNAPPLIED_FIELD);
    },
    fault: errors[UNAPPLIED_FIELD],
    blame: message => blame(UNAPPLIED_FIELD, message),
  };
}

/** Returns what keeps an order from being placed: a code that was typed and neither applied nor cleared. */
export function unappliedIssues(typed: string, applied: string): FormIssue[] {
  const isForgotten = typed.trim() !== '' && applied === '';
  return isForgotten ? [{ path: [UNAPPLIED_FIELD], message: COUPON_NOT_APPLIED }] : [];
}
