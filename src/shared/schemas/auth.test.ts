import { expect, it } from 'vitest';
import { registerSchema } from '#shared/schemas/auth.ts';

const issues = (input: object) =>
  registerSchema.safeParse(input).error?.issues.map(({ path, message }) => [path.join('.'), message]);

it('says of all fields of a new account at once what is wrong with them', () => {
  expect(issues({ name: '', email: 'ada', password: '' })).toEqual([
    ['name', 'is required'],
    ['email', 'needs an @, as in ada@example.com'],
    ['password', 'needs at least 12 characters'],
  ]);
  expect(issues({ name: '', email: 'ada@example.com', password: 'password1234' })).toEqual([
    ['name', 'is required'],
    ['password', 'is too easy to guess'],
  ]);
  expect(issues({ name: 'Ada', email: 'ada@example.com', password: 'x'.repeat(129) })).toEqual([
    ['password', 'has more than 128 characters'],
  ]);
});
