import { describe, expect, it } from 'vitest';
import type { PermissionLevel } from '#shared/rules/permissions.ts';
import { canChangeView, canSeeView } from '#shared/rules/saved-views.ts';

describe('a saved view (rule B3)', () => {
  it.each<[level: PermissionLevel, whose: string, shared: boolean, sees: boolean, changes: boolean]>([
    ['Employee', 'me', false, true, true],
    ['Employee', 'me', true, true, true],
    ['Employee', 'else', false, false, false],
    ['Employee', 'else', true, true, false],
    ['Admin', 'else', false, false, false],
    ['Admin', 'else', true, true, true],
  ])(
    'to an %s of %s, shared: %s, is seen: %s, and changed: %s',
    (permissionLevel, by, shared, sees, changes) => {
      const actor = { _id: 'me', permissionLevel };
      expect([canSeeView(actor, { by, shared }), canChangeView(actor, { by, shared })]).toEqual([
        sees,
        changes,
      ]);
    },
  );

  it('is nobody’s who is signed out', () => {
    expect(canSeeView(null, { by: 'me', shared: false })).toBe(false);
    expect(canChangeView(null, { by: 'me', shared: true })).toBe(false);
  });
});
