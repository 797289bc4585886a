import { useRef } from 'react';
import { v4 as newKey } from 'uuid';

/** Gives the same key to the same contents: a call that is sent again as it was is done once, and any other is another. */
export function useKeysByContents(): (contents: unknown) => string {
  const keys = useRef(new Map<string, string>());
  return contents => {
    const what = JSON.stringify(contents);
    const key = keys.current.get(what) ?? newKey();
    keys.current.set(what, key);
    return key;
  };
}
