import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

type Followed = HTMLInputElement | HTMLSelectElement;

/** Says whether somebody is at work in the field's form and has changed it since it was seen last. */
function isDraft(field: Followed, seen: string): boolean {
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

/**
 * Calls `write` with the text of each address that comes but where a draft stays. `place` changes with each address;
 * where it is left out, one with the same text is none. Answers what the field held last time: what is sent is seen,
 * and no draft any longer.
 */
export function useFollowing(
  ref: RefObject<Followed | null>,
  text: string,
  write: (text: string) => void,
  place = text,
): RefObject<string> {
  const followed = useRef(place);
  // Not the text itself: what is sent as 19.50 comes back as 19.5.
  const seen = useRef(text);
  useLayoutEffect(() => {
    const { current: field } = ref;
    if (!field || followed.current === place) return;
    followed.current = place;
    if (isDraft(field, seen.current)) {
      seen.current = field.value;
      return;
    }
    write(text);
    field.setCustomValidity('');
    seen.current = text;
  });
  return seen;
}
