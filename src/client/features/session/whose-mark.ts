import { STORAGE_KEYS } from '#shared/constants.ts';
import type { User } from '#shared/schemas/users.ts';

export const WHOSE_MARK = STORAGE_KEYS.signedIn;

/** Leaves word for the other tabs, and for pages that the browser keeps, of who is here now. */
export function markWhose(user: Pick<User, '_id'> | null): void {
  try {
    if (user) localStorage.setItem(WHOSE_MARK, user._id);
    else localStorage.removeItem(WHOSE_MARK);
  } catch {
    // Without the mark every page that comes back is hidden until the server has said whose it is.
  }
}

/** Tells whether the browser last left word of this one; false where it keeps nothing. */
export function isMarked(whose: string): boolean {
  try {
    return localStorage.getItem(WHOSE_MARK) === whose;
  } catch {
    return false;
  }
}
