import { expect, it } from 'vitest';
import { scopeTexts } from '#client/routes/user/settings/key-texts.ts';
import type { Money } from '#shared/rules/money.ts';

it('says what a key may do', () => {
  const none = { fromBefore: false, onAccountUpTo: null };
  expect(scopeTexts({ ...none, scopes: ['orders:write', 'catalogue:read'] })).toBe(
    'Catalogue: read; Orders: read and write',
  );
  const upTo = { ...none, onAccountUpTo: 500 as Money };
  expect(scopeTexts({ ...upTo, scopes: ['orders:read', 'orders:write'] })).toBe(
    'Orders: read and write; orders on account up to $500.00',
  );
  expect(scopeTexts({ ...none, fromBefore: true, scopes: [] })).toContain('all your rights');
});
