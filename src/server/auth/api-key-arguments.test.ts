import { describe, expect, it } from 'vitest';
import { readKeyArguments } from '#server/auth/api-key-arguments.ts';

const now = new Date('2027-01-01T00:00:00.000Z');
const read = (line: string) => readKeyArguments(line.split(' '), now);

describe('npm run api-key', () => {
  it('reads scopes, amount and days', () => {
    expect(
      read('dana@hollis.example Shop --scopes carts:read,orders:write --on-account 500 --days 30'),
    ).toEqual({
      ...{ email: 'dana@hollis.example', name: 'Shop', scopes: ['carts:read', 'orders:write'] },
      ...{ onAccountUpTo: 500, expiresAt: '2027-01-31T00:00:00.000Z' },
    });
    expect(read('dana@hollis.example Shop --scopes orders:read')).toEqual({
      ...{ email: 'dana@hollis.example', name: 'Shop', scopes: ['orders:read'] },
    });
  });

  it.each([
    ['', /Usage: api-key/],
    ['dana@hollis.example', /Usage: api-key/],
    ['dana@hollis.example Shop', /A key needs scopes: catalogue:read, catalogue:write/],
    ['dana@hollis.example Shop --scopes orders', /--scopes: /],
    ['dana@hollis.example Shop --scopes orders:write --on-account x', /--on-account: /],
    [
      'dana@hollis.example Shop --scopes orders:read --on-account 5',
      /--on-account needs the scope orders:write/,
    ],
    [
      'dana@hollis.example Shop --scopes orders:read --days 366',
      /--days must be a whole number from 1 to 365/,
    ],
    ['dana@hollis.example Shop --scopes orders:read --forever', /forever/],
  ])('%j is refused in plain words', (line, words) => {
    expect(() => read(line)).toThrow(words);
    expect(() => read(line)).toThrow(expect.objectContaining({ name: 'CommandError' }));
  });
});
