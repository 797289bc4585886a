import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isGuessable } from '#server/guessable.ts';

describe('a secret', () => {
  it('that was made by a machine is never taken for one that was typed', () => {
    for (let made = 0; made < 2_000; made++) {
      for (const [bytes, form] of [
        [32, 'hex'],
        [16, 'hex'],
        [24, 'base64'],
        [32, 'base64url'],
      ] as const) {
        const secret = randomBytes(bytes).toString(form);
        expect(isGuessable(secret), secret).toBe(false);
      }
    }
  });

  it.each([
    'changemechangeme',
    'CHANGE-ME-4f1c0a9be27d5538',
    'qwertyuiopqwertyuiopqwertyuiopqw',
    'poiuytrewq-4f1c0a9be27d5538',
    '4f1c0123456789be27d5538a6c3e1d2f',
    'correcthorsecorrecthorsecorrecth',
    '0000000000000000',
  ])('that was typed is found out: %s', secret => expect(isGuessable(secret)).toBe(true));
});
