import { useEffect, useRef } from 'react';
import { Button } from '#client/ui/button.tsx';
import note from '#client/ui/note.module.css';
import type { Draft } from '#client/ui/record/use-draft.ts';
import styles from './others-changes.module.css';

interface Props<Fields extends object> {
  draft: Draft<Fields>;
  labelOf: (name: keyof Fields & string) => string;
  textOf: (name: keyof Fields & string, value: unknown) => string;
  /** So many saves were refused for what somebody else changed. */
  refused: number;
}

/**
 * Shows, field by field, what somebody else changed of a record while it was edited here. A save that was refused for it
 * leads here: where it was pressed, nothing of this is in sight.
 */
export function OthersChanges<Fields extends object>({ draft, labelOf, textOf, refused }: Props<Fields>) {
  const section = useRef<HTMLElement>(null);
  const told = useRef(0);
  const names = Object.keys(draft.others) as (keyof Fields & string)[];
  const isShown = names.length > 0;
  // Not whenever something is shown: what is read anew by the by takes nobody out of the field that they type in.
  useEffect(() => {
    if (!isShown || refused === told.current) return;
    told.current = refused;
    section.current?.focus();
  }, [isShown, refused]);
  if (!isShown) return null;
  const text = (name: keyof Fields & string, value: unknown) => textOf(name, value) || '(empty)';
  return (
    <section
      ref={section}
      className={`${note.note} ${styles.others}`}
      role="alert"
      aria-label="Changed by somebody else"
      tabIndex={-1}
    >
      <p>
        <b>Somebody else changed this in the meantime.</b> Your changes are kept.
      </p>
      <ul>
        {names.map(name => {
          const isMine = draft.changed.includes(name);
          const label = labelOf(name);
          return (
            <li key={name}>
              <p>
                <b>{label}</b>
                {`: ${text(name, draft.others[name])} → ${text(name, draft.stored[name])}`}
                {isMine && <span>{`, and yours: ${text(name, draft.values[name])}`}</span>}
              </p>
              {isMine ? (
                <>
                  <Button
                    size="small"
                    aria-label={`Take theirs: ${label}`}
                    onClick={() => draft.takeTheirs(name)}
                  >
                    Take theirs
                  </Button>
                  <Button
                    size="small"
                    aria-label={`Keep mine: ${label}`}
                    onClick={() => draft.keepMine(name)}
                  >
                    Keep mine
                  </Button>
                </>
              ) : (
                <Button size="small" aria-label={`Seen: ${label}`} onClick={() => draft.keepMine(name)}>
                  Seen
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
