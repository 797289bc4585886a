import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGoogleVerifier } from '#server/integrations/google-identity.ts';
import { CLIENT_ID, type FakeGoogle, startFakeGoogle } from '#server/test/fake-google.ts';

let google: FakeGoogle;
beforeEach(async () => {
  google = await startFakeGoogle();
});
afterEach(() => google.close());

const verifier = (askAgainMs = 0) =>
  createGoogleVerifier({ clientId: CLIENT_ID, keysUrl: google.keysUrl, askAgainMs });

const refused = { name: 'GoogleError', reason: 'refused' };
const unavailable = { name: 'GoogleError', reason: 'unavailable' };

describe('an ID token', () => {
  it('says who somebody is; the keys are fetched once and kept [ACC-04]', async () => {
    const { verify } = verifier();
    const said = { sub: '42', email: 'ada@gmail.example', name: 'Ada Carver' };
    await expect(verify(google.token(said))).resolves.toEqual(said);
    await Promise.all([verify(google.token()), verify(google.token({ iss: 'accounts.google.com' }))]);
    expect(google.state.asked).toBe(1);
  });

  it('of those who come first at the same moment asks for the keys once', async () => {
    const { verify } = verifier();
    await Promise.all(Array.from({ length: 5 }, () => verify(google.token())));
    expect(google.state.asked).toBe(1);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['for another shop', { aud: 'other.apps.googleusercontent.com' }, {}],
    ['for several', { aud: [CLIENT_ID, 'other'] }, {}],
    ['of another issuer', { iss: 'https://accounts.evil.example' }, {}],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 120 }, {}],
    ['without an end', { exp: undefined }, {}],
    ['from the future', { iat: Math.floor(Date.now() / 1000) + 600 }, {}],
    ['not valid yet', { nbf: Math.floor(Date.now() / 1000) + 600 }, {}],
    ['with an address that was not verified', { email_verified: false }, {}],
    ['that does not say whether it was', { email_verified: undefined }, {}],
    ['without an address', { email: undefined }, {}],
    ['without a person', { sub: '' }, {}],
    ['without a signature', {}, { alg: 'none' }],
    ['signed with the public key as a secret', {}, { alg: 'HS256' }],
    ['without a key', {}, { kid: undefined }],
    ['of a key that nobody published', {}, { kid: 'made-up' }],
  ])('%s is refused [ACC-04]', async (_, claims, header) => {
    await expect(verifier().verify(google.token(claims, header))).rejects.toMatchObject(refused);
  });

  it('signed by somebody else under the name of a published key is refused [ACC-04]', async () => {
    const [{ kid } = { kid: '' }] = google.state.keys;
    const own = { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
    await expect(verifier().verify(google.token({}, {}, own))).rejects.toMatchObject(refused);
  });

  it('that was changed on its way is refused', async () => {
    const [head = '', , signature = ''] = google.token().split('.');
    const [, body = ''] = google.token({ email: 'boss@knurl.example' }).split('.');
    await expect(verifier().verify(`${head}.${body}.${signature}`)).rejects.toMatchObject(refused);
  });

  it.each(['', 'x', 'a.b', 'a.b.c', 'a.b.c.d', '..', '{}.{}.{}', '🔩.🔩.🔩'])('is not %j', async text => {
    await expect(verifier().verify(text)).rejects.toMatchObject(refused);
    expect(google.state.asked).toBe(0);
  });
});

describe('the keys', () => {
  it('are asked for again when a token names a new one [ACC-04]', async () => {
    const { verify } = verifier();
    const old = google.token();
    await verify(old);
    google.rotate();
    await expect(verify(google.token())).resolves.toMatchObject({ sub: expect.any(String) });
    expect(google.state.asked).toBe(2);
    await expect(verify(old)).rejects.toMatchObject(refused);
  });

  it('are not asked for by every token that makes one up', async () => {
    const { verify } = verifier(60_000);
    await verify(google.token());
    for (let n = 0; n < 5; n++) {
      await expect(verify(google.token({}, { kid: `made-up-${n}` }))).rejects.toMatchObject(refused);
    }
    expect(google.state.asked).toBe(1);
  });

  it('that can’t be had let nobody in, and everybody once they can [ACC-04]', async () => {
    const { verify } = verifier();
    for (const status of [500, 404]) {
      google.state.status = status;
      await expect(verify(google.token())).rejects.toMatchObject(unavailable);
    }
    google.state.status = 200;
    await expect(verify(google.token())).resolves.toMatchObject({ sub: expect.any(String) });
    const nowhere = createGoogleVerifier({ clientId: CLIENT_ID, keysUrl: 'http://127.0.0.1:1/certs' });
    await expect(nowhere.verify(google.token())).rejects.toMatchObject(unavailable);
  });

  it('that are too old serve on while the issuer is down', async () => {
    google.state.maxAge = 0;
    const { verify } = verifier();
    await verify(google.token());
    google.state.status = 503;
    await expect(verify(google.token())).resolves.toMatchObject({ sub: expect.any(String) });
    expect(google.state.asked).toBe(2);
  });
});
