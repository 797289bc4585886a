import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '#server/db.ts';
import { openApiDocument } from '#server/openapi.ts';
import { fullPath, restCalls } from '#server/rest.ts';
import { appRouter } from '#server/router.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import { probe } from '#server/test/probe-router.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { moneyOut, okSchema } from '#shared/schemas/common.ts';

describe('the OpenAPI document', () => {
  it('names every call by its full path, with its parameters as they are written in an address', async () => {
    const { openapi, servers, paths } = await openApiDocument(probe);
    expect([openapi, servers]).toEqual(['3.1.0', [{ url: '/' }]]);
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/v1/things/{id}', '/api/items/add']));
    expect(Object.keys(paths['/api/v1/things/{id}'] ?? {})).toEqual(['get', 'put', 'delete']);
    const parameters = paths['/api/v1/things']?.get?.parameters as {
      name: string;
      schema: { type: string };
    }[];
    expect(Object.fromEntries(parameters.map(({ name, schema }) => [name, schema.type]))).toEqual({
      search: 'string',
      inStock: 'boolean',
      tags: 'array',
      page: 'integer',
      limit: 'integer',
    });
  });

  it('describes every call of the shop', async () => {
    const { paths } = await openApiDocument(appRouter);
    const described = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map(verb => `${verb} ${path}`),
    );
    const calls = restCalls(appRouter).map(({ method, path }) => `${method.toLowerCase()} ${fullPath(path)}`);
    const certificates = '/api/v1/companies/{companyId}/certificates';
    const files = ['post /api/v1/photos/avatar', `post ${certificates}`, `get ${certificates}/{id}`];
    expect(described.sort()).toEqual([...calls, ...files].sort());
  });

  it('tells who may call and how it fails', async () => {
    const { paths, components } = await openApiDocument(probe);
    const staff = paths['/api/v1/staff']?.get;
    // The table of rights does not know it, so no key gets in.
    expect(staff?.security).toEqual([{ session: [] }]);
    expect(Object.keys(staff?.responses ?? {})).toEqual(['200', '400', '401', '403', 'default']);
    expect(paths['/api/v1/things']?.get?.security).toContainEqual({});
    expect(components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie' },
      apiKey: { type: 'http', scheme: 'bearer' },
    });
    expect(components.schemas.Error.required).toEqual(['message', 'code']);
  });

  it('names the scope that each call of the shop needs of an API key', async () => {
    const { paths } = await openApiDocument(appRouter);
    const of = (verb: string, path: string) => paths[`/api/v1${path}`]?.[verb];
    expect(of('post', '/orders')).toMatchObject({
      description: 'Scope of an API key: `orders:write`.',
      security: [{}, { session: [] }, { apiKey: ['orders:write'] }],
    });
    expect(of('get', '/products/favorite')?.security).toContainEqual({
      apiKey: ['catalogue:read', 'prices:read'],
    });
    expect(of('post', '/users/login')?.security).toEqual([{}, { session: [] }]);
    expect(of('post', '/photos/avatar')?.security).toContainEqual({ apiKey: ['company:write'] });
    for (const [path, verbs] of Object.entries(paths)) {
      for (const [verb, { description }] of Object.entries(verbs)) {
        expect([verb, path, description]).toEqual([verb, path, expect.stringMatching(/API key/)]);
      }
    }
  });

  it('has a place for 432, amounts and reasons that share a status', async () => {
    const companies = router({
      create: publicProcedure
        .meta(rest('POST', '/companies', { errors: ['company_exists', 'email_taken', 'stale'] }))
        .input(z.strictObject({}))
        .output(out(okSchema.extend({ total: moneyOut })))
        .mutation(() => ({ ok: true as const, total: 6.85 as never })),
    });
    const { paths } = await openApiDocument(companies);
    const { responses } = paths['/api/v1/companies']?.post ?? { responses: {} };
    expect(responses['432']).toMatchObject({ description: 'Reason `company_exists`.' });
    expect(responses['409']).toMatchObject({ description: 'Reason `email_taken`, `stale`.' });
    expect(JSON.stringify(responses['200'])).toContain('"total":{"type":"number"}');
  });
});

describe('the reference page', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => closeTestDatabase(database));

  it('brings all that it needs from the shop itself', async () => {
    const { app } = await openDoors(database, probe);
    const page = await app.inject('/api/v1/docs');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/https?:\/\//);
    const policy = String(page.headers['content-security-policy']);
    const [, nonce] = /<script nonce="(\w+)">/.exec(page.body) ?? [];
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
    expect(policy).not.toMatch(/https?:/);
    expect((await app.inject('/api/v1/docs/')).statusCode).toBe(200);
    const [, script = ''] = /src="([^"]+)"/.exec(page.body) ?? [];
    const code = await app.inject(script);
    expect(code.headers['content-type']).toContain('text/javascript');
    expect(code.body.length).toBeGreaterThan(1_000_000);
    expect((await app.inject('/api/v1/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' });
    await app.close();
  });
});
