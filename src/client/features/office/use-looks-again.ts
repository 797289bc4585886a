import { useEffect, useEffectEvent } from 'react';

/** Counts from when emails were seen on their way. One that takes longer is looked at by whoever wants to know. */
const LOOKS_MS = [1000, 2500, 5000, 10_000, 30_000];

/** Looks again a few times while emails are on their way; begins anew where there are others among them. */
export function useLooksAgain(onTheirWay: readonly string[], onLook: () => unknown): void {
  const look = useEffectEvent(onLook);
  const which = onTheirWay.join();
  useEffect(() => {
    if (which === '') return;
    const timers = LOOKS_MS.map(ms => setTimeout(() => look(), ms));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [which]);
}
