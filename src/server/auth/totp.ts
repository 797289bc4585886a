import { Secret, TOTP } from 'otpauth';
import encodeQR from 'qr';
import { tokenHash } from '#server/auth/tokens.ts';
import { chance } from '#server/time-and-chance.ts';

const SHOP_NAME = 'Knurl';
const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
/** A clock may be off by a step, either way. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** No I, L, O and U: they are written down, and read again by people. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_LETTERS = 16;

/** A new secret, in the letters in which it is typed into an authenticator. */
export const makeTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: SHOP_NAME, label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

/** The time step that a code is of; null: it is of none that counts now. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

/** How an authenticator takes a secret: typed, or by the picture of its address, one path in a square of `size`. */
export function totpSetUp(secret: string, account: string) {
  const uri = totpOf(secret, account).toString();
  const rows = encodeQR(uri, 'raw');
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  return { secret, uri, qr: { size: rows.length, path } };
}

/** New recovery codes in groups of four letters: 80 bits each, which nobody guesses out of their hash. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...chance.bytes(RECOVERY_LETTERS)].map(byte => LETTERS[byte % LETTERS.length]).join('');
    return letters.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** Makes of a recovery code, however it was typed, what the database keeps. */
export function recoveryHash(user: string, code: string): string {
  const letters = code.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0');
  return tokenHash(`recovery ${user} ${letters}`);
}

/** Whether it is a code of an authenticator, not one for recovery. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code.replace(/\s/g, ''));
