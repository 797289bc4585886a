import { SESSION_IDLE_MS, STORAGE_KEYS } from '#shared/constants.ts';

const LOOK_MS = 60_000;
/** Activity is written down at most this often. */
const TOUCH_MS = 30_000;
const ACTIVITY = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Calls `onIdle` once nobody has touched any tab of the shop for ten hours (rule A5), also when the machine slept
 * through them. Returns what ends the watch.
 */
export function watchIdle(onIdle: () => void): () => void {
  let last = Date.now();
  const read = () => {
    try {
      return Math.max(last, Number(localStorage.getItem(STORAGE_KEYS.lastActive)) || 0);
    } catch {
      return last;
    }
  };
  const touch = () => {
    const now = Date.now();
    if (now - last < TOUCH_MS) return;
    if (isIdle()) return;
    last = now;
    write(now);
  };
  const isIdle = () => Date.now() - read() >= SESSION_IDLE_MS;
  const look = () => {
    if (!isIdle()) return;
    stop();
    onIdle();
  };
  const timer = setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
  for (const name of ACTIVITY) window.addEventListener(name, touch, { passive: true, capture: true });
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    for (const name of ACTIVITY) window.removeEventListener(name, touch, { capture: true });
  };
  write(last);
  return stop;
}

function write(now: number): void {
  try {
    localStorage.setItem(STORAGE_KEYS.lastActive, String(now));
  } catch {
    // Known to this tab alone.
  }
}
