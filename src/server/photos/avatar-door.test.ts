import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { type Accounts, openAccounts } from '#server/test/accounts.ts';
import { sendFile } from '#server/test/send-file.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';

let shop: Accounts;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'avatars-'));
  shop = await openAccounts({ DATA_DIR: folder });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const picture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#1d4b45' } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer();

const upload = (content: Buffer | null, headers: Record<string, string>, field = 'file') =>
  sendFile(shop.app, '/api/v1/photos/avatar', content, { headers, field });

const browser = async (email: string) => ({
  cookie: await shop.signIn(email),
  'sec-fetch-site': 'same-origin',
});

describe('an avatar', () => {
  it('is kept in the shop’s sizes, encoded anew, and shown in the profile [ACC-08] [ROLE-04]', async () => {
    const user = await shop.person();
    const headers = await browser(user.email);
    const { status, body } = await upload(await picture(), headers);
    expect(status).toBe(200);
    const { path: avatar } = body as { path: string };
    expect(avatar).toMatch(/^\/photos\/\w\w\/\w\w\/\w{64}$/);
    expect((await shop.me(headers.cookie))?.avatar).toBe(avatar);
    const shown = await shop.app.inject(`${avatar}/160.webp`);
    expect(shown.statusCode).toBe(200);
    const { format, width, exif } = await sharp(shown.rawPayload).metadata();
    expect({ format, width, exif }).toEqual({ format: 'webp', width: 160, exif: undefined });
  });

  it('is a customer’s with a key, too, and nobody’s who is signed out [ROLE-04]', async () => {
    const { key } = await createApiKey(shop.parts.db, await shop.person(), {
      name: 'script',
      scopes: KEY_SCOPES,
    });
    expect((await upload(await picture(), { authorization: `Bearer ${key}` })).status).toBe(200);
    expect(await upload(await picture(), {})).toMatchObject({ status: 401, body: { reason: 'signed_out' } });
  });

  it('is not sent from another site', async () => {
    const headers = { ...(await browser((await shop.person()).email)), 'sec-fetch-site': 'cross-site' };
    expect(await upload(await picture(), headers)).toMatchObject({
      status: 403,
      body: { reason: 'cross_site' },
    });
  });

  it('is a picture by what it holds, not by its name', async () => {
    const user = await shop.person();
    const headers = await browser(user.email);
    const whole = await picture();
    const cases: [Buffer | null, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'is not a JPEG'],
      [Buffer.from('just some text that is called a picture'), 'is not a JPEG'],
      [whole.subarray(0, 300), 'could not be read as a picture'],
      [Buffer.alloc(0), 'is required'],
      [null, 'is required'],
    ];
    for (const [content, message] of cases) {
      expect(await upload(content, headers)).toMatchObject({
        status: 400,
        body: { issues: [{ path: ['file'], message: expect.stringContaining(message) }] },
      });
    }
    expect(await upload(whole, headers, 'other')).toMatchObject({ status: 400 });
    expect((await shop.me(headers.cookie))?.avatar).toBeNull();
  });

  it('has at most five megabytes, and comes as a form', async () => {
    const headers = await browser((await shop.person()).email);
    const large = Buffer.concat([await picture(), Buffer.alloc(5 * 1024 * 1024)]);
    expect((await upload(large, headers)).body).toMatchObject({ issues: [{ path: ['file'] }] });
    expect(await upload(Buffer.concat([large, large]), headers)).toMatchObject({
      status: 413,
      body: { reason: 'too_large' },
    });
    // Visitors who may not send one are told so before it is read.
    expect(await upload(Buffer.concat([large, large]), {})).toMatchObject({ status: 401 });
    const json = await shop.app.inject({
      method: 'POST',
      url: '/api/v1/photos/avatar',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(json.json()).toMatchObject({ reason: 'wrong_type' });
    const broken = await shop.app.inject({
      method: 'POST',
      url: '/api/v1/photos/avatar',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: 'not a form',
    });
    expect(broken.json()).toMatchObject({ code: 'BAD_REQUEST', reason: 'malformed' });
  });
});
