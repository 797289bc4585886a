const KEY = 'place in a list';

/** The place from which a record was opened. */
interface Place {
  /** The address of the list. */
  list: string;
  row: string;
  x: number;
  y: number;
}

/** Keeps the place in this tab, for whichever way leads back to the list. */
export function keepPlace(place: Place): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(place));
  } catch {
    // The list begins at its top then.
  }
}

/** Answers the place in this list from which a record was opened last; null: none. */
export function placeIn(list: string): Place | null {
  try {
    const place = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Place | null;
    return place?.list === list ? place : null;
  } catch {
    return null;
  }
}

/** Has the list come back at its top the next time. */
export function forgetPlace(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // It was not kept either.
  }
}
