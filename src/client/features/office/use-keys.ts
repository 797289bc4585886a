import { useEffect, useRef } from 'react';
import { addKeys, type Deed } from '#client/features/office/keys.ts';

/** Lets keys do something as long as the caller is on the page; the list of keys has them below this title. */
export function useKeys(title: string, deeds: readonly Deed[]): void {
  const group = useRef({ title, deeds });
  useEffect(() => {
    group.current = { title, deeds };
  });
  useEffect(() => addKeys(group), []);
}
