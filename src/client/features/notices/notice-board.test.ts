import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoticeBoard } from '#client/features/notices/notice-board.ts';
import { NOTICE_MS } from '#shared/constants.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const text = (board: NoticeBoard) => board.shown()?.text ?? null;

describe('the banner', () => {
  it('shows a notice for 2500 ms by default [NOTE-01]', () => {
    const board = new NoticeBoard();
    board.post('green', 'Saved variant');
    vi.advanceTimersByTime(2499);
    expect(text(board)).toBe('Saved variant');
    vi.advanceTimersByTime(1);
    expect(text(board)).toBeNull();
  });

  it.each([
    ['a welcome', NOTICE_MS.welcome, 3000],
    ['a reset link', NOTICE_MS.long, 6500],
    ['a duplicated order', NOTICE_MS.longer, 7000],
    ['a credit limit', NOTICE_MS.veryLong, 10_000],
    ['a second template', NOTICE_MS.longest, 15_000],
  ])('shows %s for as long as the specification says: %d ms [NOTE-01]', (_, ms, said) => {
    const board = new NoticeBoard();
    board.post('green', 'said', ms);
    vi.advanceTimersByTime(said - 1);
    expect(text(board)).toBe('said');
    vi.advanceTimersByTime(1);
    expect(text(board)).toBeNull();
  });

  it('keeps a notice of 0 ms until it is dismissed [NOTE-01]', () => {
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

  it('lets a red one stay 6 seconds after a new one came, then replaces it [NOTE-02]', () => {
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

  it('keeps a notice that is looked at, and counts its time anew afterwards', () => {
    const board = new NoticeBoard();
    board.post('green', 'Email sent to ada@example.com');
    vi.advanceTimersByTime(2000);
    board.hold();
    vi.advanceTimersByTime(60_000);
    expect(text(board)).toBe('Email sent to ada@example.com');
    board.release();
    vi.advanceTimersByTime(2499);
    expect(text(board)).toBe('Email sent to ada@example.com');
    vi.advanceTimersByTime(1);
    expect(text(board)).toBeNull();
  });

  it('lets a red one that is looked at give way once it is not any more', () => {
    const board = new NoticeBoard();
    board.post('red', 'Error saving cart', 10_000);
    board.hold();
    board.post('green', 'Payment successful');
    vi.advanceTimersByTime(30_000);
    expect(text(board)).toBe('Error saving cart');
    board.release();
    expect(text(board)).toBe('Payment successful');
    // The hold was of the other one.
    vi.advanceTimersByTime(2500);
    expect(text(board)).toBeNull();
  });

  it('gives a notice that comes while another is looked at its own time', () => {
    const board = new NoticeBoard();
    board.post('green', 'first');
    board.hold();
    board.post('green', 'second');
    expect(text(board)).toBe('second');
    vi.advanceTimersByTime(2500);
    expect(text(board)).toBeNull();
  });

  it('forgets a subscriber that left', () => {
    const board = new NoticeBoard();
    const watcher = vi.fn();
    board.subscribe(watcher)();
    board.post('green', 'Saved Tag');
    expect(watcher).not.toHaveBeenCalled();
  });
});
