import { expect, it } from 'vitest';
import { scannedPlace } from '#client/routes/admin/picking/scanned-place.ts';
import type { PickPlace } from '#shared/schemas/staff-picking.ts';

const place = (name: string, productNum: string, partNumber = '') =>
  ({ place: name, productNum, partNumber, asked: 2 }) as PickPlace;
const places = [
  place('kitchen', 'HP-4410-BN', 'HC-1'),
  place('bath', 'HP-4410-BN'),
  place('hinge', 'HC-1'),
  place('slide', 'S-9', 'DANA 7'),
  place('none', '—'),
];
const found = (code: string, counts = {}) => scannedPlace(places, { counts }, code)?.place ?? null;

it('a code is of the first place with that number that is not full', () => {
  expect(found('HP-4410-BN')).toBe('kitchen');
  expect(found('hp4410bn')).toBe('kitchen');
  expect(found('HP-4410-BN', { kitchen: { picked: 2, short: '' } })).toBe('bath');
  const full = { picked: 2, short: '' };
  expect(found('HP-4410-BN', { kitchen: full, bath: full })).toBe('kitchen');
});

it('a code is of our number before the customer’s own, and of nothing else', () => {
  expect(found('HC-1')).toBe('hinge');
  expect(found('dana7')).toBe('slide');
  for (const code of ['HP-4410', '', '--', '4410']) expect(found(code)).toBeNull();
});
