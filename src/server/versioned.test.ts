import { expect, test } from 'vitest';
import { AppError } from '#server/errors.ts';
import { changesOf, refuseStale } from '#server/versioned.ts';

test('another version than the row has is stale, and says what counts now', () => {
  const row = { version: 3, name: 'Oak' };
  refuseStale(row, 3);
  refuseStale(row, undefined);
  const refused = (() => {
    try {
      refuseStale(row, 2, { variant: row });
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({ reason: 'stale', details: { version: 3, variant: row } });
});

test('what changed is what was given and differs, also inside of objects', () => {
  const row = { name: 'Oak', notify: { mail: true, screen: false }, limit: null as number | null };
  expect(changesOf(row, { name: 'Oak', notify: { mail: true, screen: true }, limit: undefined })).toEqual({
    names: ['notify'],
    before: { notify: { mail: true, screen: false } },
    after: { notify: { mail: true, screen: true } },
  });
  expect(changesOf(row, { limit: 0 })).toEqual({
    names: ['limit'],
    before: { limit: null },
    after: { limit: 0 },
  });
  expect(changesOf(row, {})).toEqual({ names: [], before: {}, after: {} });
});
