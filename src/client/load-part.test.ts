import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadPart, MissingPart } from '#client/load-part.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a lazily loaded part', () => {
  it('is what its import brings', async () => {
    await expect(loadPart(async () => ({ Component: 'page' }))).resolves.toEqual({ Component: 'page' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is missing once its import has failed, with the reason [POLL-06]', async () => {
    const gone = new TypeError('Failed to fetch dynamically imported module');
    const load = vi.fn(() => Promise.reject(gone));
    const failed = loadPart(load).catch(error => error);
    await vi.advanceTimersByTimeAsync(3000);
    const failure = await failed;
    expect(failure).toBeInstanceOf(MissingPart);
    expect(failure.cause).toBe(gone);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('is asked for again when it was refused', async () => {
    const load = vi.fn(async () => ({ Component: 'page' })).mockRejectedValueOnce(new TypeError('refused'));
    const part = loadPart(load);
    await vi.advanceTimersByTimeAsync(1000);
    await expect(part).resolves.toEqual({ Component: 'page' });
  });

  it('is asked for at another address where the browser never asks for the first one again', async () => {
    const gone = new TypeError(
      'error loading dynamically imported module: https://shop.example/assets/a-B1.js',
    );
    const load = vi.fn(() => Promise.reject(gone));
    const importAt = vi.fn(async (_address: string) => ({ Component: 'page' }));
    importAt.mockRejectedValueOnce(gone);
    const part = loadPart<object>(load, undefined, importAt);
    await vi.advanceTimersByTimeAsync(3000);
    await expect(part).resolves.toEqual({ Component: 'page' });
    expect(importAt.mock.calls).toEqual([
      ['https://shop.example/assets/a-B1.js#1'],
      ['https://shop.example/assets/a-B1.js#2'],
    ]);
  });

  it('is missing after 120 seconds, not before [POLL-06]', async () => {
    const outcome = vi.fn();
    loadPart(() => new Promise(() => undefined)).catch(outcome);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome.mock.calls[0]?.[0]).toBeInstanceOf(MissingPart);
  });
});
