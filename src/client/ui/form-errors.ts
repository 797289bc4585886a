import { type RefObject, useEffect, useState } from 'react';
import type { FieldIssue } from '#shared/errors.ts';

/** The errors of a form's fields, by their names. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The first issue of each field; what is no field of the form keeps its path as its name. */
export function fieldErrors(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) {
    const name = path.map(String).join('.');
    errors[name] ??= message;
  }
  return errors;
}

/** A form's errors, from its own check or from the server; shown ones take the focus to the first of their fields. */
export function useFormErrors(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [shown, setShown] = useState<FieldErrors>({});
  useEffect(() => {
    if (Object.keys(shown).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [shown, form]);
  /** A field that is being mended is not blamed any longer. */
  const forget = (name: string) => setErrors(({ [name]: _mended, ...others }) => others);
  return {
    errors,
    show: (issues: readonly (FieldIssue | { path: readonly PropertyKey[]; message: string })[]) => {
      const found = fieldErrors(issues);
      setErrors(found);
      setShown(found);
    },
    /** Returns the props of a field of this name, to be given after all others. */
    field: (name: string) => ({ name, error: errors[name], onChange: () => forget(name) }),
    /** A field that was left as it can't stay; the focus goes where the customer goes. */
    blame: (name: string, message: string) => setErrors(others => ({ ...others, [name]: message })),
    forget,
  };
}

export type FieldOf = ReturnType<typeof useFormErrors>['field'];

/** A form's text fields as an object. */
export function textsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
