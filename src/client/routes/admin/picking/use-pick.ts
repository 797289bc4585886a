import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { refusal } from '#client/refusal.ts';
import {
  afterSending,
  type Count,
  type KeptPick,
  readKept,
  tickPlace,
  toSend,
  withUnsent,
  writeKept,
} from '#client/routes/admin/picking/kept-pick.ts';
import { trpc } from '#client/trpc.ts';
import type { PickSheet } from '#shared/schemas/staff-picking.ts';

/** How often the shop is asked whether the list still stands, and is tried again while it does not answer. */
const LOOK_MS = 10_000;
const AGAIN_MS = 3000;

export type Trouble = Pick<ReturnType<typeof refusal>, 'reason' | 'message' | 'details'>;

interface Line {
  /** 'sent': what was kept while there was no network has arrived. */
  state: 'online' | 'offline' | 'sent';
  /** Ticks that arrived when the network was back. */
  sent: number;
}

const ONLINE: Line = { state: 'online', sent: 0 };
const OFFLINE: Line = { state: 'offline', sent: 0 };

/** Keeps counts on this device, and draws them. */
function useKept(user: string, order: string, begun: KeptPick) {
  const [kept, setKept] = useState(begun);
  const [isKept, setIsKept] = useState(true);
  // Holds what was read last: a tick and an answer may come before anything is drawn.
  const now = useRef(begun);
  return {
    kept,
    /** False: this browser keeps nothing, so that the page has to stay open. */
    isKept,
    /** The counts as they are before the next drawing. */
    latest: () => now.current,
    put: (next: KeptPick) => {
      now.current = next;
      setKept(next);
      setIsKept(writeKept(user, order, next.unsent.length > 0 ? next : null));
    },
    forget: () => writeKept(user, order, null),
  };
}

/** Sends what is kept, one after the other, and tells how the shop is reached. */
function useSending({ latest, put }: ReturnType<typeof useKept>) {
  const { client } = trpc.useUtils();
  const [line, setLine] = useState(ONLINE);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const isSending = useRef(false);
  /** The list does not stand, or has ended: nothing of it is sent. */
  const isStopped = useRef(false);

  /** Tells what a failure means: that there is no way to the shop now, or that the list does not stand. */
  const fail = (error: unknown): void => {
    const { status, reason, message, details } = refusal(error);
    if (isStopped.current) return;
    if (status === 0 || status === 429 || status >= 500) setLine(OFFLINE);
    else {
      isStopped.current = true;
      setTrouble({ reason, message, details });
    }
  };
  const send = async (): Promise<void> => {
    const { key, list, unsent } = latest();
    if (isSending.current || isStopped.current || unsent.length === 0) return;
    isSending.current = true;
    const { ticks, ...sent } = toSend(latest());
    try {
      const answer = await client.picking.tick.mutate({ key, list, ...sent });
      put(afterSending(latest(), { ...sent, ticks }, answer));
      setLine(before => (before.state === 'online' ? before : { state: 'sent', sent: before.sent + ticks }));
    } catch (error) {
      fail(error);
      return;
    } finally {
      isSending.current = false;
    }
    await send();
  };
  const look = async (): Promise<void> => {
    const { key, list, unsent } = latest();
    if (unsent.length > 0) return send();
    if (isStopped.current || document.visibilityState === 'hidden') return;
    try {
      await client.picking.look.query({ key, list });
      setLine(before => (before.state === 'offline' ? ONLINE : before));
    } catch (error) {
      fail(error);
    }
  };
  useLooks(look, line.state === 'offline', () => setLine(OFFLINE));
  return {
    ...{ line, trouble, fail, send },
    /** Forgets what arrived: it is no news any more. */
    forgetSent: () => setLine(before => (before.state === 'sent' ? ONLINE : before)),
    stop: () => {
      isStopped.current = true;
    },
    /** Goes on after a trouble that may be over. */
    retry: () => {
      isStopped.current = false;
      setTrouble(null);
      void send();
    },
  };
}

/**
 * The counts of one's own pick. Every tick is kept on this device first, and sent; without a network it is sent once there
 * is one again. `trouble`: the list does not stand any more, and nothing is sent until it is looked at.
 */
export function usePick(user: string, { order: { _id: order }, places }: PickSheet, begun: KeptPick) {
  const counts = useKept(user, order, begun);
  const { forgetSent, stop, send, ...sending } = useSending(counts);
  const { put, forget, ...kept } = counts;
  const change = (next: KeptPick) => {
    put(next);
    forgetSent();
    void send();
  };
  return {
    ...kept,
    ...sending,
    tick: (place: string, said: Partial<Count>) => change(tickPlace(kept.latest(), place, said)),
    /** Puts ticks that this device kept of an earlier list onto this one. */
    take: (earlier: KeptPick) => change(withUnsent(kept.latest(), earlier, places)),
    /** The pick has ended: nothing of it is sent any more. */
    end: () => {
      stop();
      forget();
    },
  };
}

/** Looks at the shop at once, again and again, and when a network or somebody comes back; `onCut`: there is none. */
function useLooks(onLook: () => unknown, isOffline: boolean, onCut: () => void): void {
  const look = useEffectEvent(onLook);
  const cut = useEffectEvent(onCut);
  useEffect(() => {
    const begin = () => look();
    begin();
    const timer = setInterval(begin, isOffline ? AGAIN_MS : LOOK_MS);
    const end = () => cut();
    addEventListener('online', begin);
    addEventListener('offline', end);
    document.addEventListener('visibilitychange', begin);
    return () => {
      clearInterval(timer);
      removeEventListener('online', begin);
      removeEventListener('offline', end);
      document.removeEventListener('visibilitychange', begin);
    };
  }, [isOffline]);
}

export type OngoingPick = ReturnType<typeof usePick>;

const EARLIER = 'earlier';

/** Ticks that this device kept of another list of the order, put aside until somebody says what becomes of them. */
export function earlierTicks(user: string, order: string, key: string): KeptPick | null {
  const kept = readKept(user, order);
  if (kept && kept.key !== key && kept.unsent.length > 0 && writeKept(user, `${order} ${EARLIER}`, kept)) {
    writeKept(user, order, null);
  }
  return readKept(user, `${order} ${EARLIER}`);
}

export const forgetEarlier = (user: string, order: string) => writeKept(user, `${order} ${EARLIER}`, null);
