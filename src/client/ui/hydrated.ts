import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether scripts answer yet. A form that must not be sent without them keeps its button disabled till then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
