import { expect, it } from 'vitest';
import { canChangeComment } from '#shared/rules/comments.ts';

const comment = { by: 'author', createdAt: '2026-11-25T10:00:00.000Z' };

it.each([
  ['its author at once', 'author', 'Employee', '2026-11-25T10:00:00.000Z', true],
  ['its author after 15 minutes', 'author', 'Employee', '2026-11-25T10:15:00.000Z', true],
  ['its author a moment later', 'author', 'Employee', '2026-11-25T10:15:00.001Z', false],
  ['its author by a clock that is behind', 'author', 'Employee', '2026-11-25T09:59:59.000Z', true],
  ['another of the staff', 'other', 'Employee', '2026-11-25T10:00:00.000Z', false],
  ['an Admin, always', 'other', 'Admin', '2027-11-25T10:00:00.000Z', true],
  ['its author, who left the staff', 'author', 'Retail', '2026-11-25T10:00:00.000Z', false],
] as const)('a comment can be changed by %s: %s, %s', (_, actor, permissionLevel, now, expected) => {
  expect(canChangeComment({ _id: actor, permissionLevel }, comment, new Date(now))).toBe(expected);
});

it('a guest changes none', () => {
  expect(canChangeComment(null, comment, new Date(comment.createdAt))).toBe(false);
});
