import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoticeBoard } from '#client/features/notices/notice-board.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const text = (board: NoticeBoard) => board.shown()?.text ?? null;

describe('the banner', () => {
  it('shows a notice for 2500 ms by default', () => {
    const board = new NoticeBoard();
    board.post('green', 'Saved variant');
    vi.advanceTimersByTime(2499);
    expect(text(board)).toBe('Saved variant');
    vi.advanceTimersByTime(1);
    expect(text(board)).toBeNull();
  });

  it('keeps a notice of 0 ms until it is dismissed', () => {
    const board = new NoticeBoard();
    board.post('blue', 'A new version of this site is available.', 0);
    vi.advanceTimersByTime(3_600_000);
    expect(text(board)).toBe('A new version of this site is available.');
    board.dismiss();
    expect(text(board)).toBeNull();
  });

  it('replaces green, blue and white ones at once', () => {
    const board = new NoticeBoard();
    board.post('blue', 'first', 0);
    board.post('white', 'second');
    expect(text(board)).toBe('second');
    vi.advanceTimersByTime(2500);
    expect(text(board)).toBeNull();
  });

  it('lets a red one stay 6 seconds after a new one came, then replaces it', () => {
    const board = new NoticeBoard();
    board.post('red', 'Failed to charge Card.', 0);
    vi.advanceTimersByTime(1000);
    board.post('green', 'Payment successful');
    vi.advanceTimersByTime(5999);
    expect(text(board)).toBe('Failed to charge Card.');
    vi.advanceTimersByTime(1);
    expect(text(board)).toBe('Payment successful');
    vi.advanceTimersByTime(2500);
    expect(text(board)).toBeNull();
  });

  it('shows what waits as soon as the red one ends by itself', () => {
    const board = new NoticeBoard();
    board.post('red', 'Error saving cart');
    board.post('green', 'Welcome!', 3000);
    vi.advanceTimersByTime(2500);
    expect(text(board)).toBe('Welcome!');
    // The red one's six seconds must not cut into the green one's three.
    vi.advanceTimersByTime(2999);
    expect(text(board)).toBe('Welcome!');
  });

  it('shows every red one of several in turn', () => {
    const board = new NoticeBoard();
    const seen: (string | null)[] = [];
    board.subscribe(() => seen.push(text(board)));
    for (const failure of ['one', 'two', 'three']) board.post('red', failure, 0);
    vi.advanceTimersByTime(12_000);
    expect(seen).toEqual(['one', 'two', 'three']);
  });

  it('forgets a subscriber that left', () => {
    const board = new NoticeBoard();
    const watcher = vi.fn();
    board.subscribe(watcher)();
    board.post('green', 'Saved Tag');
    expect(watcher).not.toHaveBeenCalled();
  });
});
