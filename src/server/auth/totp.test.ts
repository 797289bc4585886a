import { Secret, TOTP } from 'otpauth';
import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { makeRecoveryCodes, makeTotpSecret, recoveryHash, stepOfCode, totpSetUp } from '#server/auth/totp.ts';

describe('the picture of a secret', () => {
  it('is read as its address', () => {
    const { secret, uri, qr } = totpSetUp(makeTotpSecret(), 'ada@example.com');
    const dark = new Set([...qr.path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
    const scale = 8;
    const side = qr.size * scale;
    const data = new Uint8Array(side * side * 4).fill(255);
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        if (!dark.has(`${Math.floor(x / scale)} ${Math.floor(y / scale)}`)) continue;
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
      }
    }
    expect(decodeQR({ width: side, height: side, data })).toBe(uri);
    expect(uri).toContain(`secret=${secret}`);
  });
});

describe('a code', () => {
  it('is of its time step, the one before or the one after', () => {
    const secret = makeTotpSecret();
    const now = new Date('2027-01-01T00:00:10Z');
    const step = Math.floor(now.getTime() / 30_000);
    const codeAt = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + steps * 30_000 });
    expect([-1, 0, 1].map(steps => stepOfCode(secret, codeAt(steps), now))).toEqual([
      step - 1,
      step,
      step + 1,
    ]);
    expect([-2, 2].map(steps => stepOfCode(secret, codeAt(steps), now))).toEqual([null, null]);
    for (const code of ['', '12345', '1234567', 'abcdef']) expect(stepOfCode(secret, code, now)).toBeNull();
  });
});

describe('a recovery code', () => {
  it('is its own however it is typed, and nobody else’s', () => {
    const [code = ''] = makeRecoveryCodes();
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(recoveryHash('ada', typed)).toBe(recoveryHash('ada', code));
    expect(recoveryHash('bob', code)).not.toBe(recoveryHash('ada', code));
  });
});
