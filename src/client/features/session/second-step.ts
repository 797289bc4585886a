import { useSyncExternalStore } from 'react';
import type { SecondStep } from '#shared/schemas/auth.ts';
import type { User } from '#shared/schemas/users.ts';

/** A sign-in that waits for its second step. */
export interface AskedStep {
  step: SecondStep;
  /** Runs once its user is signed in. */
  proceed: (user: User) => unknown;
}

let asked: AskedStep | null = null;
const watchers = new Set<() => void>();

function set(next: AskedStep | null): void {
  asked = next;
  for (const watcher of watchers) watcher();
}

/** Whichever form began the sign-in: the dialog of the page's frame asks for what is still to come. */
export const askSecondStep = (step: AskedStep): void => set(step);
export const closeSecondStep = (): void => set(null);

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export function useAskedStep(): AskedStep | null {
  return useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
}
