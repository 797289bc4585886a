/** A record under edit. Fields are compared by what they hold, so that a list may be one. */
export interface DraftState<Fields extends object> {
  /** The record as it was last read. */
  stored: Fields;
  /** The fields that were typed over, where they differ from it. */
  typed: Partial<Fields>;
  /** Fields that somebody else changed since the draft was begun, as they were before. */
  others: Partial<Fields>;
}

/** Begins a draft of a record as it was read. */
export const newDraft = <Fields extends object>(stored: Fields): DraftState<Fields> => ({
  stored,
  typed: {},
  others: {},
});

/** Tells what the fields show: what was typed, else what is stored. */
export const valuesOf = <Fields extends object>({ stored, typed }: DraftState<Fields>): Fields => ({
  ...stored,
  ...typed,
});

/** Types fields over. One that is as it is stored again is no change. */
export function typeOver<Fields extends object>(
  draft: DraftState<Fields>,
  changes: Partial<Fields>,
): DraftState<Fields> {
  const typed: Partial<Fields> = { ...draft.typed, ...changes };
  for (const name of Object.keys(changes) as (keyof Fields)[]) {
    if (isSame(typed[name], draft.stored[name])) delete typed[name];
  }
  return { ...draft, typed };
}

/** Gives up what was typed into a field, and the mark of what somebody else did to it. */
export const takeTheirs = <Fields extends object>(
  draft: DraftState<Fields>,
  name: keyof Fields & string,
): DraftState<Fields> => ({
  ...draft,
  typed: without(draft.typed, name),
  others: without(draft.others, name),
});

/** Keeps what was typed, knowing what somebody else made of the field. */
export const keepMine = <Fields extends object>(
  draft: DraftState<Fields>,
  name: keyof Fields & string,
): DraftState<Fields> => ({ ...draft, others: without(draft.others, name) });

/** Begins anew from what a save answered. Anything typed meanwhile is kept: only what was `sent` is saved. */
export function afterSave<Fields extends object>(
  { typed }: DraftState<Fields>,
  saved: Fields,
  sent: Partial<Fields>,
): DraftState<Fields> {
  const since = Object.entries(typed).filter(([name, value]) => !isSame(value, sent[name as keyof Fields]));
  return typeOver(newDraft(saved), Object.fromEntries(since) as Partial<Fields>);
}

/**
 * Puts a draft onto the record as it is now. Nothing that was typed is lost; fields that somebody else changed are
 * marked, but for those that both changed to the same.
 */
export function rebase<Fields extends object>(
  { stored, typed, others }: DraftState<Fields>,
  now: Fields,
): DraftState<Fields> {
  const next: DraftState<Fields> = { stored: now, typed: { ...typed }, others: { ...others } };
  for (const name of Object.keys(now) as (keyof Fields & string)[]) {
    const isTyped = name in typed;
    if (isTyped && isSame(typed[name], now[name])) {
      delete next.typed[name];
      delete next.others[name];
    } else if (!isSame(stored[name], now[name]) && !(name in others)) {
      next.others[name] = stored[name];
    }
  }
  return next;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function without<Fields extends object>(fields: Partial<Fields>, name: keyof Fields): Partial<Fields> {
  const { [name]: _, ...rest } = fields;
  return rest as Partial<Fields>;
}
