import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { added } from '#client/features/cart/added.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  added.forget();
  vi.useRealTimers();
});

const KNOB = { name: 'Round knob', productNum: 'K-1', quantity: 2, cartName: 'Cart', image: null };
const name = () => added.shown().added?.name ?? null;

describe('the added-product popup', () => {
  it('shows for 3500 ms', () => {
    added.tell(KNOB);
    vi.advanceTimersByTime(3499);
    expect(name()).toBe('Round knob');
    vi.advanceTimersByTime(1);
    expect(name()).toBeNull();
  });

  it('waits while it is looked at, and has its whole time again afterwards', () => {
    added.tell(KNOB);
    vi.advanceTimersByTime(3000);
    added.hold();
    vi.advanceTimersByTime(60_000);
    expect(name()).toBe('Round knob');
    added.release();
    vi.advanceTimersByTime(3499);
    expect(name()).toBe('Round knob');
    vi.advanceTimersByTime(1);
    expect(name()).toBeNull();
  });

  it('tells of the newest, for its own time', () => {
    added.tell(KNOB);
    vi.advanceTimersByTime(3000);
    added.tell({ ...KNOB, name: 'Bar pull' });
    vi.advanceTimersByTime(3000);
    expect(name()).toBe('Bar pull');
  });

  it('makes room for what goes with the product, which is offered once and waits for an answer', () => {
    const related = { text: 'Screws for it', ids: ['screw'] };
    added.tell(KNOB, related);
    expect(added.shown().related).toBeNull();
    vi.advanceTimersByTime(3500);
    expect(added.shown()).toMatchObject({ added: null, related });
    vi.advanceTimersByTime(60_000);
    expect(added.shown().related).toEqual(related);
    added.dismiss();
    expect(added.shown()).toEqual({ added: null, related: null });

    added.tell(KNOB, related);
    vi.advanceTimersByTime(3500);
    expect(added.shown()).toEqual({ added: null, related: null });
  });
});
