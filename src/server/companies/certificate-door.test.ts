import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { companies, exemptionCertificates } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { logEntries } from '#server/logs/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { type Accounts, failure, openAccounts } from '#server/test/accounts.ts';
import { type Answer, expectFailure } from '#server/test/doors.ts';
import { makeUser } from '#server/test/factories.ts';
import { sendFile } from '#server/test/send-file.ts';
import { makeTrade, type Trade } from '#server/test/trade.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import { addDays } from '#shared/rules/open-hours.ts';
import type { Company } from '#shared/schemas/companies.ts';

let shop: Accounts;
let trade: Trade;
beforeAll(async () => {
  shop = await openAccounts();
});
afterAll(() => shop.close());
beforeEach(async () => {
  trade = await makeTrade(shop.parts.db);
});

const PDF = Buffer.from('%PDF-1.7\nResale certificate of Hollis Cabinetry\n%%EOF\n');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const today = new Date().toISOString().slice(0, 10);

/** With an API key: what a browser's cookie may do is the same. */
const keyOf = async (user: SessionUser) => {
  const { key } = await createApiKey(shop.parts.db, user, { name: 'script', scopes: KEY_SCOPES });
  return { authorization: `Bearer ${key}` };
};

async function handIn(
  headers: Record<string, string>,
  content: Uint8Array | null = PDF,
  {
    company = trade.company,
    name = 'resale.pdf',
    ...fields
  }: { company?: string; name?: string; expiresOn?: string; more?: string } = {},
) {
  return sendFile(shop.app, `/api/v1/companies/${company}/certificates`, content, { headers, name, fields });
}

const download = (headers: Record<string, string>, _id: string, company = trade.company) =>
  shop.app.inject({ url: `/api/v1/companies/${company}/certificates/${_id}`, headers });

const certificatesOf = async (reader: SessionUser): Promise<Company['certificates']> => {
  const [, bearer = ''] = (await keyOf(reader)).authorization.split(' ');
  const { body } = await shop.call('companies.byId', { id: trade.company }, { bearer });
  return (body as Company).certificates;
};

const newestOf = async () => {
  const [newest] = await certificatesOf(trade.employee);
  if (!newest) throw new Error('none is on file');
  return newest;
};

const setExempt = async (user: SessionUser, said: { taxExempt: boolean; certificate?: string }) => {
  const [, bearer = ''] = (await keyOf(user)).authorization.split(' ');
  return shop.call('companies.update', { _id: trade.company, ...said }, { bearer });
};

const lastLog = async () => {
  const [entry] = await shop.parts.db
    .select()
    .from(logEntries)
    .where(eq(logEntries.subject, trade.company))
    .orderBy(desc(logEntries.date), desc(logEntries._id))
    .limit(1);
  return entry;
};

describe('a certificate of exemption', () => {
  it('is handed in by the Primary, listed for him and staff, and comes back byte by byte as a file', async () => {
    const { primary, employee, admin, member } = trade;
    const expiresOn = addDays(today, 400);
    const { status, body } = await handIn(await keyOf(primary), PDF, { name: 'My resale.pdf', expiresOn });
    expect(status).toBe(200);
    const expected = {
      name: 'My resale.pdf',
      bytes: PDF.length,
      expiresOn,
      acceptedAt: null,
      state: 'waiting',
    };
    expect((body as Company).certificates).toEqual([
      { ...expected, _id: expect.any(String), createdAt: expect.any(String) },
    ]);
    expect(await certificatesOf(admin)).toEqual((body as Company).certificates);
    expect(await certificatesOf(member)).toEqual([]);
    const { _id } = await newestOf();
    for (const reader of [primary, employee, admin]) {
      const file = await download(await keyOf(reader), _id);
      expect(file.rawPayload.equals(PDF)).toBe(true);
      expect(file.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="certificate-${today}.pdf"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'private, no-store',
      });
    }
    expect(await lastLog()).toMatchObject({
      userEmail: primary.email,
      after: { certificate: _id, expiresOn },
    });
    const [note] = await shop.parts.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.user, employee._id), eq(notifications.type, 8)));
    expect(note).toMatchObject({ link: `/admin/users/${primary._id}/company` });
  });

  it('is out of reach for everybody else, as one that does not exist', async () => {
    await handIn(await keyOf(trade.primary));
    const { _id } = await newestOf();
    const retail = await makeUser(shop.parts.db);
    for (const user of [trade.member, trade.stranger, retail]) {
      const headers = await keyOf(user);
      const asked = [
        download(headers, _id),
        download(headers, randomUUID()),
        download(headers, 'none'),
        download(headers, randomUUID(), randomUUID()),
      ];
      for (const answer of await Promise.all(asked)) expectFailure(answerOf(answer), 'not_found');
      expectFailure(await handIn(headers), 'not_found');
      expectFailure(await handIn(headers, PDF, { company: randomUUID() }), 'not_found');
    }
    const ownOfStranger = await download(await keyOf(trade.stranger), _id, trade.stranger.company ?? '');
    expectFailure(answerOf(ownOfStranger), 'not_found');
    expectFailure(answerOf(await download({}, _id)), 'signed_out');
    expectFailure(await handIn({}), 'signed_out');
    const crossSite = {
      cookie: await shop.signIn((await shop.person()).email),
      'sec-fetch-site': 'cross-site',
    };
    expectFailure(await handIn(crossSite), 'cross_site');
    expect(await certificatesOf(trade.employee)).toHaveLength(1);
  });

  it('is refused to who may not hand it in before it is read, and to others above five megabytes', async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(5 * 1024 * 1024)]);
    const huge = Buffer.concat([large, large]);
    expectFailure(await handIn({}, huge), 'signed_out');
    expectFailure(await handIn(await keyOf(trade.stranger), huge), 'not_found');
    const headers = await keyOf(trade.primary);
    expectFailure(await handIn(headers, huge), 'too_large');
    expect((await handIn(headers, large)).body).toMatchObject({
      issues: [{ path: ['file'], message: 'is larger than 5 MB' }],
    });
    expect((await handIn(headers, large.subarray(0, 5 * 1024 * 1024))).status).toBe(200);
  });

  it('is a PDF or a picture by what it holds, not by its name', async () => {
    const headers = await keyOf(trade.primary);
    const cases: [Uint8Array | null, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'is neither a PDF nor a'],
      [Buffer.from('<html>%PDF-1.7'), 'is neither a PDF nor a'],
      [Buffer.from('MZ this is a program'), 'is neither a PDF nor a'],
      [Buffer.alloc(0), 'is required'],
      [null, 'is required'],
    ];
    for (const [content, message] of cases) {
      expect(await handIn(headers, content)).toMatchObject({
        status: 400,
        body: { issues: [{ path: ['file'], message: expect.stringContaining(message) }] },
      });
    }
    expect(await certificatesOf(trade.primary)).toEqual([]);
    await handIn(headers, PNG, { name: 'page.html' });
    const { _id, name } = await newestOf();
    expect(name).toBe('page.html');
    const file = await download(headers, _id);
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="certificate-${today}.png"`,
    });
  });

  it('keeps of a file’s name what can be read, and takes no term that is over', async () => {
    const headers = await keyOf(trade.primary);
    await handIn(headers, PDF, { name: `a\u0000b\u202e${'x'.repeat(300)}` });
    expect((await newestOf()).name).toMatch(/^ab?x{100,}$/);
    for (const [expiresOn, message] of [
      [addDays(today, -2), 'has passed'],
      ['next year', 'is not a date'],
      ['2026-02-31', 'is not a date'],
    ] as const) {
      expect((await handIn(headers, PDF, { expiresOn })).body).toMatchObject({
        issues: [{ path: ['expiresOn'], message }],
      });
    }
    expect((await handIn(headers, PDF, { more: 'x' })).body).toMatchObject({ issues: [{ path: ['more'] }] });
    expect(await certificatesOf(trade.primary)).toHaveLength(1);
  });

  it('replaces the one that waits; an accepted one stays, since the log rests on it', async () => {
    const headers = await keyOf(trade.primary);
    await handIn(headers, PDF, { name: 'first.pdf' });
    const { _id: first } = await newestOf();
    await handIn(headers, PNG, { name: 'second.png' });
    expect((await certificatesOf(trade.primary)).map(one => one.name)).toEqual(['second.png']);
    expectFailure(answerOf(await download(headers, first)), 'not_found');
    expect(failure(await setExempt(trade.employee, { taxExempt: true, certificate: first }))).toEqual({
      status: 409,
      reason: 'stale',
    });
    const { _id: second } = await newestOf();
    expect((await setExempt(trade.employee, { taxExempt: true })).body).toMatchObject({
      taxExempt: true,
      certificates: [{ name: 'second.png', state: 'accepted', acceptedAt: expect.any(String) }],
    });
    expect(await lastLog()).toMatchObject({ after: { taxExempt: true, certificate: second } });
    await handIn(headers, PDF, { name: 'third.pdf' });
    const states = async () => (await certificatesOf(trade.primary)).map(({ name, state }) => [name, state]);
    expect(await states()).toEqual([
      ['third.pdf', 'waiting'],
      ['second.png', 'replaced'],
    ]);
    // Exempt already, so that only naming it says that it was looked at.
    await setExempt(trade.admin, { taxExempt: true });
    expect((await states())[0]).toEqual(['third.pdf', 'waiting']);
    const { _id: third } = await newestOf();
    await setExempt(trade.admin, { taxExempt: true, certificate: third });
    expect((await states())[0]).toEqual(['third.pdf', 'accepted']);
    expect(await lastLog()).toMatchObject({ userEmail: trade.admin.email, after: { certificate: third } });
  });

  it('exempts nobody by itself: a Primary can’t, and without exemption there is none to accept', async () => {
    await handIn(await keyOf(trade.primary));
    const { _id } = await newestOf();
    for (const said of [{ taxExempt: true }, { taxExempt: true, certificate: _id }]) {
      expect(failure(await setExempt(trade.primary, said))).toMatchObject({ status: 403 });
    }
    expect(failure(await setExempt(trade.employee, { taxExempt: false, certificate: _id }))).toMatchObject({
      fields: ['certificate'],
    });
    const [row] = await shop.parts.db.select().from(companies).where(eq(companies._id, trade.company));
    expect(row?.taxExempt).toBe(false);
    expect(await newestOf()).toMatchObject({ state: 'waiting' });
    await shop.parts.db
      .update(exemptionCertificates)
      .set({ expiresOn: addDays(today, -2) })
      .where(eq(exemptionCertificates._id, _id));
    expect(await newestOf()).toMatchObject({ state: 'expired' });
  });

  it('is taken twenty times an hour from one person', async () => {
    const headers = await keyOf(trade.primary);
    for (let sent = 0; sent < 20; sent++) expect((await handIn(headers)).status).toBe(200);
    expectFailure(await handIn(headers), 'too_many');
  });
});

function answerOf(answer: Awaited<ReturnType<typeof download>>): Answer {
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
