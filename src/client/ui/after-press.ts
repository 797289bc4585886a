import { useEffect, useRef } from 'react';

/** How long a press that was let go of may take to become a click; a finger's does after it was lifted. */
const CLICK_MS = 300;

/**
 * Runs what leaving a field leads to: at once, or after the press that took the focus away. Anything that appears
 * meanwhile would move what is being pressed from under the pointer, and its click would be lost.
 */
export function useAfterPress<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  const isPressed = useRef(false);
  const waiting = useRef<Args[]>([]);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(timer);
      isPressed.current = false;
      for (const args of waiting.current.splice(0)) latest.current(...args);
    };
    const settleIn = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(settle, ms);
    };
    const onPress = () => {
      clearTimeout(timer);
      isPressed.current = true;
    };
    const listeners: [type: string, listen: () => void][] = [
      ['pointerdown', onPress],
      ['pointerup', () => settleIn(CLICK_MS)],
      ['pointercancel', () => settleIn(0)],
      // After what the click itself does.
      ['click', () => settleIn(0)],
      // The end of a press on the page's scrollbar is not reported.
      ['keydown', settle],
    ];
    for (const [type, listen] of listeners) addEventListener(type, listen, true);
    return () => {
      clearTimeout(timer);
      for (const [type, listen] of listeners) removeEventListener(type, listen, true);
    };
  }, []);
  return (...args) => {
    if (isPressed.current) waiting.current.push(args);
    else act(...args);
  };
}
