import { expect, it } from 'vitest';
import { hasLapsed, lapsesBefore } from '#shared/rules/waiting-acts.ts';

it('what waits for an Admin lapses after three days, to the millisecond', () => {
  const now = new Date('2026-11-27T12:00:00.000Z');
  expect(lapsesBefore(now)).toBe('2026-11-24T12:00:00.000Z');
  expect(hasLapsed({ createdAt: '2026-11-24T12:00:00.000Z' }, now)).toBe(false);
  expect(hasLapsed({ createdAt: '2026-11-24T11:59:59.999Z' }, now)).toBe(true);
});
