import { useLocation } from 'react-router-dom';
import { useHydrated } from '#client/ui/hydrated.ts';
import { endedWords } from '#shared/messages.ts';
import type { Ended } from '#shared/schemas/auth.ts';
import styles from './ended-note.module.css';

/** Tells the next page what a new password or address ended. */
export const endedState = (ended: Ended) => ({ ended: endedWords(ended) });

/** Says what was ended where the page before handed it on. */
export function EndedNote() {
  const { state } = useLocation();
  // The browser remembers it over a reload, the server never knew.
  const text = (useHydrated() && (state as { ended?: string } | null)?.ended) || '';
  return <Said text={text} />;
}

/** The words of `endedWords`, if there are any. */
export function Said({ text }: { text: string }) {
  return text === '' ? null : (
    <p className={styles.note} role="status">
      {text}
    </p>
  );
}
