import { useEffect, useRef, useState } from 'react';
import { notify } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { useAskToStay } from '#client/ui/ask-to-stay.ts';
import { BULK_NOTICES } from '#shared/office-messages.ts';

/** A row that a call did nothing to. `name`: null where there is no such row. */
export interface Refused {
  _id: string;
  name: string | null;
  reason: string;
  message: string;
}

/** A deed that is done to many rows. */
export interface BulkDeed {
  /** Says of so many what was done: `480 orders taken on`. */
  done: (count: number) => string;
  /** Does it to a portion, and answers which of them it was not done to. */
  send: (ids: readonly string[]) => Promise<readonly Refused[]>;
}

interface BulkProgress {
  done: number;
  of: number;
  isStopping: boolean;
}

export interface BulkResult<Deed extends BulkDeed = BulkDeed> {
  deed: Deed;
  /** Ids of the rows to which it was done. */
  done: readonly string[];
  refused: readonly Refused[];
  /** Not tried: it was stopped, or failed. */
  left: readonly string[];
  /** Why it did not go on. */
  failure: string | null;
}

/** Less than a call takes, so that it can be stopped soon and shows how far it is. */
const PORTION = 100;

/**
 * Does something to many rows, portion by portion. It goes on when the page is left within the office, and then says how
 * it ended; `onDone` hears of each end first.
 */
export function useBulk<Deed extends BulkDeed>(onDone: (result: BulkResult<Deed>) => unknown) {
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [result, setResult] = useState<BulkResult<Deed> | null>(null);
  const stopped = useRef(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const isRunning = progress !== null;
  useAskToStay(isRunning);

  /** `before`: of the same, for other rows; both are told together. */
  const start = async (deed: Deed, ids: readonly string[], before: Before = NOTHING) => {
    if (isRunning || ids.length === 0) return;
    stopped.current = false;
    setResult(null);
    const these = await inPortions(deed, ids, {
      isStopped: () => stopped.current,
      onProgress: done => setProgress(now => ({ isStopping: false, ...now, done, of: ids.length })),
    });
    const found = {
      ...these,
      done: [...before.done, ...these.done],
      refused: [...before.refused, ...these.refused],
    };
    await onDone(found);
    setProgress(null);
    if (isHere.current) setResult(found);
    else notify(BULK_NOTICES.ended(deed.done(found.done.length), found.refused.length + found.left.length));
  };
  return {
    progress,
    result,
    start,
    stop: () => {
      stopped.current = true;
      setProgress(before => before && { ...before, isStopping: true });
    },
    dismiss: () => setResult(null),
  };
}

type Before = Pick<BulkResult, 'done' | 'refused'>;
const NOTHING: Before = { done: [], refused: [] };

/** Gives what its bar needs of it. */
export type Bulk = Pick<ReturnType<typeof useBulk>, 'progress' | 'stop'>;

/** Sends ids in portions until all are sent, it is stopped, or one fails. */
export async function inPortions<Deed extends BulkDeed>(
  deed: Deed,
  ids: readonly string[],
  { isStopped, onProgress }: { isStopped: () => boolean; onProgress: (done: number) => void },
): Promise<BulkResult<Deed>> {
  const done: string[] = [];
  const refused: Refused[] = [];
  let failure: string | null = null;
  let sent = 0;
  while (sent < ids.length && !isStopped() && failure === null) {
    onProgress(sent);
    const portion = ids.slice(sent, sent + PORTION);
    try {
      const not = await deed.send(portion);
      const ofThem = new Set(not.map(({ _id }) => _id));
      refused.push(...not);
      done.push(...portion.filter(id => !ofThem.has(id)));
      sent += portion.length;
    } catch (error) {
      failure = refusal(error).message;
    }
  }
  return { deed, done, refused, left: ids.slice(sent), failure };
}
