import { useEffect, useRef, useState } from 'react';
import {
  afterSave,
  type DraftState,
  keepMine,
  newDraft,
  rebase,
  takeTheirs,
  typeOver,
  valuesOf,
} from '#client/ui/record/draft.ts';

export interface Draft<Fields extends object> {
  /** The fields as they are shown. */
  values: Fields;
  stored: Fields;
  /** Names of the fields that were typed over. */
  changed: (keyof Fields & string)[];
  typed: Partial<Fields>;
  /** Fields that somebody else changed meanwhile, as they were before. */
  others: Partial<Fields>;
  type: (changes: Partial<Fields>) => void;
  takeTheirs: (name: keyof Fields & string) => void;
  keepMine: (name: keyof Fields & string) => void;
  discard: () => void;
  /** Begins anew from what a save answered of what was `sent`. */
  begin: (saved: Fields, sent: Partial<Fields>) => void;
}

/**
 * Holds the draft of a record that was read as `loaded`. It is kept in this tab under `keptAs`, over a reload too, and put
 * onto the record whenever that is read anew.
 */
export function useDraft<Fields extends object>(keptAs: string, loaded: Fields): Draft<Fields> {
  const [{ draft, of }, setState] = useState({ draft: newDraft(loaded), of: JSON.stringify(loaded) });
  const now = JSON.stringify(loaded);
  const shown = of === now ? draft : upToDate(draft, loaded);
  const latest = useRef(now);
  latest.current = now;
  const put = (next: DraftState<Fields>) => {
    setState({ draft: next, of: now });
    keep(keptAs, next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is looked for once, when the record is shown
  useEffect(() => {
    const kept = keptDraft<Fields>(keptAs);
    if (kept) setState({ draft: rebase(kept, loaded), of: now });
  }, [keptAs]);

  return {
    values: valuesOf(shown),
    stored: shown.stored,
    changed: Object.keys(shown.typed) as (keyof Fields & string)[],
    typed: shown.typed,
    others: shown.others,
    type: changes => put(typeOver(shown, changes)),
    takeTheirs: name => put(takeTheirs(shown, name)),
    keepMine: name => put(keepMine(shown, name)),
    discard: () => put(newDraft(shown.stored)),
    // Called once a save is through: the page may have been drawn since with more typed, or with a newer record.
    begin: (saved, sent) =>
      setState(before => {
        const next = afterSave(before.draft, saved, sent);
        keep(keptAs, next);
        return { draft: next, of: latest.current };
      }),
  };
}

/** Leaves out what others did for whoever has typed nothing: they see it. */
const upToDate = <Fields extends object>(draft: DraftState<Fields>, loaded: Fields): DraftState<Fields> =>
  Object.keys(draft.typed).length > 0 ? rebase(draft, loaded) : newDraft(loaded);

const PREFIX = 'draft ';

function keep<Fields extends object>(keptAs: string, draft: DraftState<Fields>): void {
  try {
    if (Object.keys(draft.typed).length === 0) sessionStorage.removeItem(PREFIX + keptAs);
    else sessionStorage.setItem(PREFIX + keptAs, JSON.stringify(draft));
  } catch {
    // Nothing can be kept: the page asks before it is left.
  }
}

function keptDraft<Fields extends object>(keptAs: string): DraftState<Fields> | null {
  try {
    const kept = sessionStorage.getItem(PREFIX + keptAs);
    return kept === null ? null : (JSON.parse(kept) as DraftState<Fields>);
  } catch {
    return null;
  }
}
