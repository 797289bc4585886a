import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSettled } from '#client/features/search/suggestions.ts';
import { refusal } from '#client/refusal.ts';

type Refused = ReturnType<typeof refusal>;

/**
 * Asks the server what something comes to, whenever it was typed to the end. `asked`: all that the answer depends on,
 * as text; empty where nothing can be asked. An answer that a later one has overtaken is dropped.
 */
export function usePreview<Figures>(asked: string, ask: () => Promise<Figures>) {
  const [seen, setSeen] = useState<{ of: string; figures: Figures } | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const settled = useSettled(asked);
  const last = useRef(0);
  const look = useEffectEvent(async (of: string) => {
    last.current += 1;
    const own = last.current;
    try {
      const figures = await ask();
      if (own !== last.current) return;
      setSeen({ of, figures });
      setRefused(null);
    } catch (error) {
      if (own !== last.current) return;
      setSeen(null);
      setRefused(refusal(error));
    }
  });
  const [again, setAgain] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` asks once more for the same
  useEffect(() => {
    if (settled !== '') void look(settled);
  }, [settled, again]);
  return {
    /** The last answer, maybe to what was asked before. */
    figures: seen?.figures ?? null,
    /** Whether it is the answer to what is asked now. */
    isSeen: seen !== null && seen.of === asked,
    refused,
    again: () => setAgain(times => times + 1),
    clear: () => {
      last.current += 1;
      setSeen(null);
      setRefused(null);
    },
  };
}
