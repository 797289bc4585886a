import { useEffect, useMemo, useState } from 'react';
import { useUser } from '#client/features/session/session.ts';
import { askedNumber } from '#client/routes/shop/quick-order/judged-rows.ts';
import { trpc } from '#client/trpc.ts';
import { MAX_NUMBERS } from '#shared/constants.ts';
import type { ListRow } from '#shared/rules/order-list.ts';
import type { NumberMatch } from '#shared/schemas/products.ts';

/** While a number is being typed its beginnings are not asked for. */
const PAUSE_MS = 350;
const MAX_NUMBER_LENGTH = 100;

type Matches = ReadonlyMap<string, NumberMatch>;
const NONE: Matches = new Map();

/**
 * Returns what the numbers of the rows mean, each asked for once, a hundred at a time. `failed` when the last question
 * was not answered; `again` asks anew.
 */
export function useMatches(rows: readonly ListRow[]): {
  matches: Matches;
  failed: boolean;
  again: () => void;
} {
  const { client } = trpc.useUtils();
  const user = useUser()?._id ?? null;
  const [{ matches, of }, setKnown] = useState({ matches: NONE, of: user });
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // Prices are the customer's own: another one's answers are no answers.
  const known = of === user ? matches : NONE;
  const next = useMemo(() => {
    const numbers = new Set(rows.map(askedNumber));
    return [...numbers].filter(number => number !== '' && !known.has(number)).slice(0, MAX_NUMBERS);
  }, [rows, known]);
  const asked = next.join('\n');

  useEffect(() => {
    if (asked === '' || attempt < 0) return;
    const numbers = asked.split('\n');
    const ask = async () => {
      setFailed(false);
      try {
        const answers = await answersTo(numbers, askable =>
          client.variants.match.mutate({ numbers: askable }),
        );
        setKnown(before => ({
          matches: new Map([...(before.of === user ? before.matches : NONE), ...answers]),
          of: user,
        }));
      } catch {
        setFailed(true);
      }
    };
    const timer = setTimeout(ask, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [asked, attempt, user, client]);

  return { matches: known, failed, again: () => setAttempt(count => count + 1) };
}

/** Tells whether a text can be a number of this shop; others are not asked for. */
const isAskable = (number: string) => number.length <= MAX_NUMBER_LENGTH && !/\p{Cc}|\p{Cs}/u.test(number);

async function answersTo(
  numbers: readonly string[],
  ask: (numbers: string[]) => Promise<NumberMatch[]>,
): Promise<[string, NumberMatch][]> {
  const askable = numbers.filter(isAskable);
  const found = askable.length > 0 ? await ask(askable) : [];
  return numbers.map(number => [
    number,
    found[askable.indexOf(number)] ?? { number, variant: null, similar: [] },
  ]);
}
