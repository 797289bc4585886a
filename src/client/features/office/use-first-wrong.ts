import { useEffect } from 'react';

/** Takes whoever is at the screen to the first field that is wrong, each time that `refusals` counts on. */
export function useFirstWrong(refusals: number): void {
  useEffect(() => {
    if (refusals > 0) document.querySelector<HTMLElement>('#content [aria-invalid="true"]')?.focus();
  }, [refusals]);
}
