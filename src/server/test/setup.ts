import { afterEach, beforeEach, expect, vi } from 'vitest';

// An error on the console that no test asked for is a failure nobody saw.
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = vi.isMockFunction(console.error) ? vi.mocked(console.error).mock.calls : [];
  vi.restoreAllMocks();
  expect(calls, 'unexpected console.error').toEqual([]);
});
