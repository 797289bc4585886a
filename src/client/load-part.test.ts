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
    const failure = await loadPart(() => Promise.reject(gone)).catch(error => error);
    expect(failure).toBeInstanceOf(MissingPart);
    expect(failure.cause).toBe(gone);
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
