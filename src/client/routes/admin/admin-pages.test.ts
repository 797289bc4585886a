import { expect, it } from 'vitest';
import { officeLinks } from '#client/routes/admin/admin-pages.ts';

it('the pages of the office have keys of their own, which the list of keys can tell apart', () => {
  const links = officeLinks({ _id: 'a', permissionLevel: 'Admin' });
  const keys = links.flatMap(link => link.keys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  for (const one of keys) expect(one).toMatch(/^g [a-z]$/);
  const keysOf = (to: string) => links.find(link => link.to === to)?.keys;
  expect([keysOf('/admin'), keysOf('/admin/orders')]).toEqual(['g t', 'g o']);
});
