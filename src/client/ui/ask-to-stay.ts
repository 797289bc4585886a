import { useEffect } from 'react';

/** Has the browser ask before the page is left or loaded anew, for as long as something would be lost. */
export function useAskToStay(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}
