import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FloatingBoard } from '#client/features/notices/floating-board.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const order = (n: number) => ({ title: `Order ${n}`, details: 'Shipped', link: '/user/orders' });
const titles = (board: FloatingBoard) => board.shown().map(({ title }) => title);

it('a floating notification stays 2500 ms, or as long as it says [NOTE-03]', () => {
  const board = new FloatingBoard();
  board.post(order(1));
  board.post({ ...order(2), ms: 6000 });
  vi.advanceTimersByTime(2499);
  expect(titles(board)).toEqual(['Order 1', 'Order 2']);
  vi.advanceTimersByTime(1);
  expect(titles(board)).toEqual(['Order 2']);
  vi.advanceTimersByTime(3500);
  expect(titles(board)).toEqual([]);
});

it('waits while it is held, and its time starts anew; dismissing one lets the others go on [NOTE-03]', () => {
  const board = new FloatingBoard();
  board.post(order(1));
  board.hold();
  vi.advanceTimersByTime(60_000);
  board.post(order(2));
  vi.advanceTimersByTime(60_000);
  expect(titles(board)).toEqual(['Order 1', 'Order 2']);
  board.dismiss(board.shown()[0]?.id ?? 0);
  expect(titles(board)).toEqual(['Order 2']);
  vi.advanceTimersByTime(2500);
  expect(titles(board)).toEqual([]);
});

it('shows three at most, the newest, and none once it is cleared', () => {
  const board = new FloatingBoard();
  for (const n of [1, 2, 3, 4, 5]) board.post(order(n));
  expect(titles(board)).toEqual(['Order 3', 'Order 4', 'Order 5']);
  board.clear();
  expect(titles(board)).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
