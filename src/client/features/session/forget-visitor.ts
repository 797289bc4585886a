import { STORAGE_KEYS } from '#shared/constants.ts';

const { workingCart, lastCart, compared, viewed, orderList } = STORAGE_KEYS;

/** Forgets what somebody placed, typed and looked at in this browser: it is not for whoever sits here next. */
export function forgetVisitor(): void {
  try {
    for (const key of [workingCart, lastCart, compared, viewed, orderList]) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // Nothing could be stored either.
  }
  // Other tabs hear of it by themselves, this one as if all had been cleared elsewhere.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}
