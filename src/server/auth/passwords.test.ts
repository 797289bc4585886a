import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { checkPassword, hashPassword, isOutdated } from '#server/auth/passwords.ts';

describe('a password', () => {
  it('is kept as argon2id of 19 MiB, two passes, one lane, salted', async () => {
    const [one, two] = await Promise.all([hashPassword('brass knobs'), hashPassword('brass knobs')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(isOutdated(one)).toBe(false);
  });

  it('opens its own hash alone, and nothing where there is none', async () => {
    const stored = await hashPassword('caf\u00e9 on the corner');
    expect(await checkPassword(stored, 'cafe\u0301 on the corner')).toBe(true);
    expect(await checkPassword(stored, 'cafe on the corner')).toBe(false);
    expect(await checkPassword(stored, '')).toBe(false);
    expect(await checkPassword(null, 'caf\u00e9 on the corner')).toBe(false);
  });

  it('of an earlier cost is known as such', async () => {
    const cheap = await hash('x', { memoryCost: 8192, timeCost: 1 });
    expect(isOutdated(cheap)).toBe(true);
  });

  it('is refused as busy where too many wait, and goes on afterwards', async () => {
    const stored = await hashPassword('brass knobs');
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, () => checkPassword(stored, 'brass knobs')),
    );
    const refused = results.filter(result => result.status === 'rejected');
    expect(refused).toHaveLength(6);
    for (const { reason } of refused) expect(reason).toMatchObject({ reason: 'busy' });
    expect(results.filter(result => result.status === 'fulfilled' && result.value)).toHaveLength(54);
    expect(await checkPassword(stored, 'brass knobs')).toBe(true);
  });
});
