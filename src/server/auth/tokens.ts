import { createHash } from 'node:crypto';
import { chance } from '#server/time-and-chance.ts';

/** A secret that nobody guesses (256 bits), fit for a URL. */
export function makeToken(): string {
  return chance.bytes(32).toString('base64url');
}

/** Returns what the database keeps of a secret. Plain SHA-256: secrets are random, there is nothing to guess slowly. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
