import { type RefObject, useEffect, useRef } from 'react';

const SHARE_THAT_CLOSES = 0.35;
/** px a ms */
const FLICK = 0.5;
const FLICK_SPAN_MS = 80;
/** px before a touch is a swipe and not a tap. */
const SLACK = 6;

interface Move {
  y: number;
  at: number;
}

/**
 * Lets a finger pull an element down: let go far enough, or with a flick, it calls `away`, else it springs back.
 * Touch events, since browsers cancel a finger's pointer events as soon as they might scroll: here the touch belongs
 * to what scrolls inside until that stands at its top.
 */
export function useSwipeAway(
  sheet: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  active: boolean,
  away: () => void,
): void {
  const latest = useRef(away);
  useEffect(() => {
    latest.current = away;
  });
  useEffect(() => {
    const { current } = sheet;
    if (!active || !current) return;
    let start: Move | null = null;
    let moves: Move[] = [];
    let pulled = 0;

    const begin = (event: TouchEvent) => {
      const [touch, second] = event.touches;
      const inside = content.current?.contains(event.target as Node);
      const scrolled = inside && (content.current?.scrollTop ?? 0) > 0;
      start = touch && !second && !scrolled && !isTypedIn(event.target) ? moveOf(touch, event) : null;
      moves = [];
      pulled = 0;
    };
    const move = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (!start || !touch) return;
      const now = moveOf(touch, event);
      const way = now.y - start.y;
      if (pulled === 0 && way < -SLACK) {
        // Upwards: the content scrolls.
        start = null;
        return;
      }
      if (pulled === 0 && way < SLACK) return;
      event.preventDefault();
      pulled = Math.max(1, way);
      moves = [...moves.filter(({ at }) => now.at - at < FLICK_SPAN_MS), now];
      current.style.transition = 'none';
      current.style.translate = `0 ${pulled}px`;
    };
    const end = () => {
      if (!start || pulled === 0) return;
      start = null;
      current.style.transition = '';
      const [first, last] = [moves[0], moves.at(-1)];
      const speed = first && last && last.at > first.at ? (last.y - first.y) / (last.at - first.at) : 0;
      const isFar = pulled > current.offsetHeight * SHARE_THAT_CLOSES;
      if (speed > FLICK || (isFar && speed >= 0)) latest.current();
      else current.style.translate = '';
    };
    const cancel = () => {
      start = null;
      current.style.transition = '';
      current.style.translate = '';
    };

    current.addEventListener('touchstart', begin, { passive: true });
    current.addEventListener('touchmove', move, { passive: false });
    current.addEventListener('touchend', end);
    current.addEventListener('touchcancel', cancel);
    return () => {
      cancel();
      current.removeEventListener('touchstart', begin);
      current.removeEventListener('touchmove', move);
      current.removeEventListener('touchend', end);
      current.removeEventListener('touchcancel', cancel);
    };
  }, [sheet, content, active]);
}

const moveOf = (touch: Touch, event: Event): Move => ({ y: touch.clientY, at: event.timeStamp });

// A slider or a text field needs the finger for itself.
const isTypedIn = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, select, textarea') !== null;
