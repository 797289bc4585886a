import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchIdle } from '#client/features/session/idle.ts';
import { STORAGE_KEYS } from '#shared/constants.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let stop: () => void = () => undefined;
const onIdle = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  onIdle.mockClear();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const press = () => window.dispatchEvent(new Event('keydown'));

describe('ten idle hours', () => {
  it('end the session once, and not a minute before [POLL-02]', () => {
    stop = watchIdle(onIdle);
    vi.advanceTimersByTime(10 * HOUR - MINUTE);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(3 * MINUTE);
    expect(onIdle).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(24 * HOUR);
    expect(onIdle).toHaveBeenCalledTimes(1);
  });

  it('begin anew whenever somebody does something, in this tab or another', () => {
    stop = watchIdle(onIdle);
    vi.advanceTimersByTime(9 * HOUR);
    press();
    vi.advanceTimersByTime(9 * HOUR);
    localStorage.setItem(STORAGE_KEYS.lastActive, String(Date.now()));
    vi.advanceTimersByTime(9 * HOUR);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(HOUR + MINUTE);
    expect(onIdle).toHaveBeenCalledTimes(1);
  });

  it('are over as well when the machine slept through them, whoever wakes it', () => {
    stop = watchIdle(onIdle);
    // Timers stand still while a machine sleeps.
    vi.setSystemTime(Date.now() + 11 * HOUR);
    press();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(onIdle).toHaveBeenCalledTimes(1);
  });

  it('are nobody’s once the watch has ended', () => {
    watchIdle(onIdle)();
    vi.advanceTimersByTime(24 * HOUR);
    expect(onIdle).not.toHaveBeenCalled();
  });
});
