import { useEffect, useEffectEvent, useRef } from 'react';
import { floatingBoard } from '#client/features/notices/floating-board.ts';
import { notify } from '#client/features/notices/notices.ts';
import { forgetVisitor } from '#client/features/session/forget-visitor.ts';
import { watchIdle } from '#client/features/session/idle.ts';
import { useSessionOver, useUser } from '#client/features/session/session.ts';
import { useWaitingWatch } from '#client/features/session/waiting-watch.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { NOTICE_MS, POLL_MS } from '#shared/constants.ts';
import { SESSION_NOTICES } from '#shared/messages.ts';

/** A tab that comes back to the front asks again unless it just did. */
const JUST_MS = 60_000;

/**
 * Asks for the newest notification every ten minutes, when a tab comes back to the front, and when an Admin has decided
 * what somebody asked them for; a new one floats in.
 * Any error that the server answers with ends the session here (rule A5); no answer at all is tried again. Ten idle
 * hours end it on both sides. Somebody who has just signed in is told how many are unread.
 */
export function useSessionWatch(): void {
  const user = useUser()?._id ?? null;
  const queries = trpc.useUtils();
  const end = useSessionOver();
  /** When the newest one came that this tab knows. */
  const since = useRef<string | undefined>(undefined);
  const before = useRef(user);

  const expire = useEffectEvent(async () => {
    // The cookies go, too, else the next page would look for a session.
    await queries.client.auth.logout.mutate({}).catch(() => null);
    forgetVisitor();
    floatingBoard.clear();
    await end();
    notify(SESSION_NOTICES.expired);
  });
  const ask = useEffectEvent(async () => {
    try {
      const known = since.current;
      const newest = await queries.client.notifications.newest.query(known ? { since: known } : {});
      if (!newest || newest.createdAt === known) return;
      since.current = newest.createdAt;
      floatingBoard.post(newest);
      await queries.notifications.invalidate();
    } catch (error) {
      if (refusal(error).status !== 0) await expire();
    }
  });

  useWaitingWatch(ask);

  const welcome = useEffectEvent(async () => {
    const unread = { read: false, limit: 1 };
    const { notifications, total } = await queries.client.notifications.list.query(unread);
    since.current = notifications[0]?.createdAt;
    if (total === 0) return;
    floatingBoard.post({
      title: total === 1 ? 'You have an unread notification' : `You have ${total} unread notifications`,
      details: notifications[0]?.title ?? '',
      link: '/user/notifications',
      ms: NOTICE_MS.welcomeNote,
    });
  });
  const meet = useEffectEvent(() => {
    const hasSignedIn = before.current === null && user !== null;
    if (before.current !== user) floatingBoard.clear();
    before.current = user;
    // A failure is no news: the poll sees to what it means.
    if (hasSignedIn) welcome().catch(() => null);
    else since.current = queries.auth.me.getData({})?.notifications[0]?.createdAt;
  });

  useEffect(() => {
    meet();
    if (user === null) return;
    let askedAt = Date.now();
    const again = () => {
      askedAt = Date.now();
      ask();
    };
    const onReturn = () => {
      if (document.visibilityState === 'visible' && Date.now() - askedAt > JUST_MS) again();
    };
    const timer = setInterval(again, POLL_MS);
    document.addEventListener('visibilitychange', onReturn);
    const stopIdle = watchIdle(expire);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
      stopIdle();
    };
  }, [user]);
}
