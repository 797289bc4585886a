import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The text of a field that follows an address. Text that somebody wrote while the address was on its way stays. */
export function useFollowedText(text: string): [text: string, write: (text: string) => void] {
  const [{ followed, written }, set] = useState({ followed: text, written: text });
  const shown = written === followed ? text : written;
  if (followed !== text) set({ followed: text, written: shown });
  return [shown, next => set({ followed: text, written: next })];
}

/** Does the same for a field that keeps its own text: hand both to it, and no `key` that changes with the address. */
export function useFollowedField<Field extends HTMLInputElement | HTMLSelectElement>(
  text: string,
): { ref: RefObject<Field | null>; defaultValue: string } {
  const ref = useRef<Field>(null);
  const followed = useRef(text);
  useLayoutEffect(() => {
    const { current: field } = ref;
    if (field?.value === followed.current) field.value = text;
    followed.current = text;
  }, [text]);
  return { ref, defaultValue: text };
}
