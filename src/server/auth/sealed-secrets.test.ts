import { expect, it } from 'vitest';
import { seal, unseal } from '#server/auth/sealed-secrets.ts';

const KEY = 'a'.repeat(64);
const about = { purpose: 'second factor', whose: 'ada' };

it('is read with the key alone, and only for whom it was sealed', () => {
  const sealed = seal(KEY, about, 'JBSWY3DPEHPK3PXP');
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(seal(KEY, about, 'JBSWY3DPEHPK3PXP')).not.toBe(sealed);
  expect(unseal(KEY, about, sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(unseal('b'.repeat(64), about, sealed)).toBeNull();
  expect(unseal(KEY, { ...about, whose: 'bob' }, sealed)).toBeNull();
  expect(unseal(KEY, { ...about, purpose: 'other' }, sealed)).toBeNull();
  expect(unseal(KEY, about, 'nothing')).toBeNull();
});
