import { useEffect, useEffectEvent } from 'react';
import { listed } from '#client/features/office/keys.ts';
import { useKeys } from '#client/features/office/use-keys.ts';

/** Takes Ctrl and Enter anywhere in the form as its first button; a dialog that is open has keys of its own. */
export function useTakeAlongKeys(pay: () => void): void {
  useKeys('This page', [listed('Ctrl-Enter', 'Taken along now')]);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    pay();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    // Before the form of the item box takes Enter.
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
