import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Key {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

export type FakeGoogle = Awaited<ReturnType<typeof startFakeGoogle>>;

export const CLIENT_ID = 'knurl-test.apps.googleusercontent.com';

/** Made once: making a pair takes longer than any test with it. */
const PAIRS: Pick<Key, 'privateKey' | 'publicKey'>[] = [];

let made = 0;

/** The n-th key of an issuer. */
function newKey(n: number): Key {
  made += 1;
  const pair = PAIRS[n] ?? generateKeyPairSync('rsa', { modulusLength: 2048 });
  PAIRS[n] = pair;
  return { kid: `key-${made}`, ...pair };
}

/** An issuer of ID tokens on the loopback address, which publishes its keys as Google does. */
export async function startFakeGoogle() {
  let keys = 0;
  const state = { keys: [newKey(keys++)], status: 200, asked: 0, maxAge: 3600 };
  const server: Server = createServer((_request, response) => {
    state.asked += 1;
    const keys = state.keys.map(({ kid, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      ...{ kid, alg: 'RS256', use: 'sig' },
    }));
    response.writeHead(state.status, {
      'content-type': 'application/json',
      'cache-control': `public, max-age=${state.maxAge}, must-revalidate`,
    });
    response.end(JSON.stringify({ keys }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let people = 0;
  return {
    state,
    keysUrl: `http://127.0.0.1:${port}/certs`,
    /** From now on it signs with another key, and publishes that alone. */
    rotate: () => {
      state.keys = [newKey(keys++)];
    },
    /** A token as the button hands it over; everything can be said otherwise. */
    token: (
      claims: Record<string, unknown> = {},
      header: Record<string, unknown> = {},
      by = state.keys[0],
    ) => {
      if (!by) throw new Error('no key');
      people += 1;
      const now = Math.floor(Date.now() / 1000);
      const head = { alg: 'RS256', typ: 'JWT', kid: by.kid, ...header };
      const body = {
        iss: 'https://accounts.google.com',
        azp: CLIENT_ID,
        aud: CLIENT_ID,
        sub: `1000${people}`,
        email: `google-${people}@gmail.example`,
        email_verified: true,
        name: `Person ${people}`,
        iat: now - 5,
        exp: now + 3600,
        ...claims,
      };
      const signed = [head, body]
        .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      return `${signed}.${signatureOf(head.alg, signed, by)}`;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>(resolve => server.close(() => resolve()));
    },
  };
}

function signatureOf(alg: unknown, signed: string, { privateKey, publicKey }: Key): string {
  if (alg === 'none') return '';
  // Fools a verifier that takes the algorithm from the token: the public key as a shared secret.
  if (alg === 'HS256') {
    const secret = publicKey.export({ type: 'spki', format: 'pem' });
    return createHmac('sha256', secret).update(signed).digest('base64url');
  }
  return sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url');
}
