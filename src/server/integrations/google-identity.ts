import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { clock } from '#server/time-and-chance.ts';
import { withoutUnseen } from '#shared/rules/unseen-letters.ts';

/** The person whom Google vouches for. */
export interface GoogleIdentity {
  /** Google's own number of the account; addresses may change hands, it does not. */
  sub: string;
  email: string;
  name: string;
}

/** `refused`: no good token. `unavailable`: Google's keys can't be had, which may pass. */
export class GoogleError extends Error {
  override readonly name = 'GoogleError';

  constructor(
    readonly reason: 'refused' | 'unavailable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface GoogleSettings {
  clientId: string;
  /** The address at which the issuer publishes its keys; Google's own unless said otherwise. */
  keysUrl?: string | undefined;
  /** A token that names an unknown key makes us ask for the keys again, but not more often than this. */
  askAgainMs?: number;
}

export interface GoogleVerifier {
  /** Tells whom a credential of the sign-in button is about. Throws a `GoogleError`. */
  verify(credential: string, now?: Date): Promise<GoogleIdentity>;
}

const KEYS_URL = 'https://www.googleapis.com/oauth2/v3/certs';
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
const FETCH_MS = 5000;
const MAX_KEY_BYTES = 100_000;
const ASK_AGAIN_MS = 30_000;
const KEEP_MS = 3_600_000;
const CLOCK_SKEW_S = 60;

const headerSchema = z.object({ alg: z.literal('RS256'), kid: z.string().min(1) });
const claimsSchema = z.object({
  iss: z.enum(ISSUERS),
  aud: z.string(),
  sub: z.string().min(1).max(255),
  exp: z.number(),
  iat: z.number(),
  nbf: z.number().optional(),
  email: z.email().max(254),
  email_verified: z.union([z.literal(true), z.literal('true')]),
  name: z.string().max(120).overwrite(withoutUnseen).default(''),
});
const keysSchema = z.object({
  keys: z.array(z.object({ kid: z.string(), kty: z.string(), alg: z.string().optional() }).loose()),
});

/** Checks Google's ID tokens by themselves: signature, issuer, audience and times; only its keys are fetched, and kept. */
export function createGoogleVerifier({
  clientId,
  keysUrl = KEYS_URL,
  askAgainMs = ASK_AGAIN_MS,
}: GoogleSettings): GoogleVerifier {
  const keys = new IssuerKeys(keysUrl, askAgainMs);
  return {
    verify: async (credential, now = clock.now()) => {
      const [head, body, signature, ...more] = credential.split('.');
      if (!head || !body || !signature || more.length > 0) throw refused('is no token');
      const { kid } = read(headerSchema, head, 'header');
      const key = await keys.find(kid);
      if (!key) throw refused('is signed with an unknown key');
      const isSigned = verify(
        'RSA-SHA256',
        Buffer.from(`${head}.${body}`),
        key,
        Buffer.from(signature, 'base64url'),
      );
      if (!isSigned) throw refused('is not signed by its key');
      const claims = read(claimsSchema, body, 'claims');
      if (claims.aud !== clientId) throw refused('is for another shop');
      const seconds = now.getTime() / 1000;
      if (claims.exp <= seconds - CLOCK_SKEW_S) throw refused('has expired');
      if (Math.max(claims.iat, claims.nbf ?? 0) > seconds + CLOCK_SKEW_S) throw refused('is not valid yet');
      return { sub: claims.sub, email: claims.email, name: claims.name };
    },
  };
}

class IssuerKeys {
  #keys = new Map<string, KeyObject>();
  #askedAt = Number.NEGATIVE_INFINITY;
  #goodUntil = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;

  constructor(
    readonly url: string,
    readonly askAgainMs: number,
  ) {}

  async find(kid: string): Promise<KeyObject | undefined> {
    const now = clock.elapsed();
    const isKnown = this.#keys.has(kid) && now < this.#goodUntil;
    const mayAsk = now - this.#askedAt >= this.askAgainMs || this.#asking !== null;
    if (!isKnown && mayAsk) {
      await this.#ask().catch(error => {
        // A key that was good an hour ago is better than nobody getting in while Google does not answer.
        if (!this.#keys.has(kid)) throw error;
      });
    }
    return this.#keys.get(kid);
  }

  /** Those who need them at the same moment share one question. */
  #ask(): Promise<void> {
    this.#asking ??= this.#fetch().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #fetch(): Promise<void> {
    try {
      const answer = await fetch(this.url, { signal: clock.timeoutSignal(FETCH_MS), redirect: 'error' });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const text = await answer.text();
      if (text.length > MAX_KEY_BYTES) throw new Error('too much of an answer');
      const { keys } = keysSchema.parse(JSON.parse(text));
      const usable = keys.filter(({ kty, alg }) => kty === 'RSA' && (alg === undefined || alg === 'RS256'));
      this.#keys = new Map(
        usable.map(jwk => [jwk.kid, createPublicKey({ key: jwk as never, format: 'jwk' })]),
      );
      this.#askedAt = clock.elapsed();
      this.#goodUntil = this.#askedAt + maxAge(answer.headers.get('cache-control'));
    } catch (cause) {
      throw new GoogleError('unavailable', "Google's keys could not be read", { cause });
    }
  }
}

function maxAge(cacheControl: string | null): number {
  const seconds = /max-age=(\d{1,8})/.exec(cacheControl ?? '')?.[1];
  return seconds === undefined ? KEEP_MS : Number(seconds) * 1000;
}

function read<T>(schema: z.ZodType<T>, part: string, what: string): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(part, 'base64url').toString()));
  } catch (cause) {
    throw new GoogleError('refused', `its ${what} will not do`, { cause });
  }
}

const refused = (why: string) => new GoogleError('refused', why);
