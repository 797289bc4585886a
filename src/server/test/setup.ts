import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

let errors: MockInstance<typeof console.error>;

// An error on the console that no test asked for is a failure nobody saw. A test that asks for one clears the mock.
beforeEach(() => {
  errors = vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = [...errors.mock.calls];
  errors.mockRestore();
  expect(calls, 'unexpected console.error').toEqual([]);
});
