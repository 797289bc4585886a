import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { chance } from '#server/time-and-chance.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `SECRET_KEY` signs other things as well: each use has a key of its own. */
const keyOf = (secretKey: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `sealed ${purpose}`, 32));

/** A secret as the database may keep it: it can be read with `SECRET_KEY` alone, and only for whom it was sealed. */
export function seal(secretKey: string, about: { purpose: string; whose: string }, secret: string): string {
  const iv = chance.bytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secretKey, about.purpose), iv);
  cipher.setAAD(Buffer.from(about.whose));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Opens what was sealed; null where `SECRET_KEY` is another by now, or it was sealed for somebody else. */
export function unseal(
  secretKey: string,
  about: { purpose: string; whose: string },
  sealed: string,
): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(secretKey, about.purpose), bytes.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(about.whose));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
