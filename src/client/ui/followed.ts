import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

type Followed = HTMLInputElement | HTMLSelectElement;

/** Whether somebody is at work in the field's form and has changed it since the last address came. */
export function isDraft(field: Followed, seen: string): boolean {
  const place = field.form ?? field;
  return field.value !== seen && place.contains(document.activeElement);
}

/**
 * Lets a field that keeps its own text follow an address, but for a draft. Spread the result on the field, and give
 * neither it nor its form a `key` that changes with the address: text and focus would be lost.
 */
export function useFollowedField<Field extends Followed>(
  text: string,
): { ref: RefObject<Field | null>; defaultValue: string } {
  const ref = useRef<Field>(null);
  useFollowing(ref, text, next => {
    if (ref.current) ref.current.value = next;
  });
  return { ref, defaultValue: text };
}

/** Does the same for a field whose text React keeps, so that others can show and write it as well. */
export function useFollowedText(text: string): {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  write: (text: string) => void;
} {
  const ref = useRef<HTMLInputElement>(null);
  const [value, write] = useState(text);
  useFollowing(ref, text, write);
  return { ref, value, write };
}

function useFollowing(ref: RefObject<Followed | null>, text: string, write: (text: string) => void): void {
  const followed = useRef(text);
  // Not the text itself: what is sent as 19.50 comes back as 19.5.
  const seen = useRef(text);
  useLayoutEffect(() => {
    const { current: field } = ref;
    if (!field || followed.current === text) return;
    followed.current = text;
    if (isDraft(field, seen.current)) {
      seen.current = field.value;
      return;
    }
    write(text);
    field.setCustomValidity('');
    seen.current = text;
  });
}
