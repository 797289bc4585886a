import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '#server/database/db.ts';
import { openApiDocument } from '#server/openapi.ts';
import { fullPath, restCalls } from '#server/rest.ts';
import { appRouter } from '#server/router.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import { probe } from '#server/test/probe-router.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { ERRORS, type ErrorReason } from '#shared/errors.ts';
import { moneyOut, okSchema } from '#shared/schemas/common.ts';

const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}');

describe('the OpenAPI document', () => {
  it('names every call by its full path, with its parameters as they are written in an address', async () => {
    const { openapi, servers, paths } = await openApiDocument(probe);
    expect([openapi, servers]).toEqual(['3.1.0', [{ url: '/' }]]);
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/v1/things/{id}', '/api/items/add']));
    expect(Object.keys(paths['/api/v1/things/{id}'] ?? {})).toEqual(['get', 'put', 'delete']);
    const parameters = paths['/api/v1/things']?.get?.parameters as unknown as {
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
    const shapes = (of: string[]) => of.map(shapeOf).sort();
    expect(shapes(described)).toEqual(shapes([...calls, ...files]));
    expect(new Set(described.map(one => one.split(' ')[1])).size).toBe(
      new Set(shapes(Object.keys(paths))).size,
    );
  });

  it('names the parameters of each path as the path does, whichever call named it first', async () => {
    const { paths } = await openApiDocument(appRouter);
    for (const [path, verbs] of Object.entries(paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const [verb, { parameters = [] }] of Object.entries(verbs)) {
        const given = parameters.filter(one => one.in === 'path').map(one => one.name);
        expect([verb, path, given.sort()]).toEqual([verb, path, named.sort()]);
      }
    }
    const company = Object.keys(paths).filter(path => shapeOf(path) === '/api/v1/companies/{}');
    expect(company.flatMap(path => Object.keys(paths[path] ?? {}))).toEqual(['get', 'patch', 'put']);
  });

  it('says of every call what its summary can’t, who may make it, and its area', async () => {
    const { paths, tags } = await openApiDocument(appRouter);
    const areas = tags.map(({ name }) => name);
    for (const { description } of tags) expect(description).toMatch(/^\S.*\.$/);
    const used = new Set<string>();
    for (const [path, verbs] of Object.entries(paths)) {
      for (const [verb, { description = '', summary, tags: own }] of Object.entries(verbs)) {
        const call = `${verb} ${path}`;
        expect([call, description]).toEqual([call, expect.stringMatching(/^[A-Z].{20,}\.$/)]);
        expect([call, description]).toEqual([
          call,
          expect.stringMatching(/(Needs |For the company's Primary|picture).* API key/),
        ]);
        expect([call, description]).not.toEqual([call, summary]);
        const [area = '', ...more] = own as string[];
        expect([call, more, areas.includes(area)]).toEqual([call, [], true]);
        used.add(area);
      }
    }
    expect([...used].sort()).toEqual(areas.toSorted());
    const silent = restCalls(appRouter).filter(({ meta }) => !meta.openapi?.description);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('names no call that has no address', async () => {
    const { paths } = await openApiDocument(appRouter);
    const addressed = new Set(restCalls(appRouter).map(({ name }) => name));
    const others = Object.keys(appRouter._def.procedures).filter(name => !addressed.has(name));
    const told = Object.values(paths).flatMap(verbs =>
      Object.values(verbs).map(({ description = '' }) => description),
    );
    expect(others.length).toBeGreaterThan(0);
    expect(told.filter(text => others.some(name => text.includes(`\`${name}\``)))).toEqual([]);
  });

  it('has no component that nothing refers to, nor a reference to none', async () => {
    for (const of of [probe, appRouter]) {
      const { components, paths } = await openApiDocument(of);
      const text = JSON.stringify(paths);
      const referred = new Set(
        [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, ...at]) => at.join('/')),
      );
      const there = (['schemas', 'examples'] as const).flatMap(kind =>
        Object.keys(components[kind]).map(name => `${kind}/${name}`),
      );
      expect([...referred].sort()).toEqual(there.sort());
    }
  });

  it('tells each refusal of placing, charging and paying an order in the words of its row', async () => {
    const { paths, components } = await openApiDocument(appRouter);
    const statusesOf = (path: string) =>
      Object.fromEntries(
        Object.entries(paths[`/api/v1${path}`]?.post?.responses ?? {}).flatMap(([status, answer]) => {
          const { examples } =
            (answer as { content: Record<string, { examples?: object }> }).content['application/json'] ?? {};
          return status === 'default' || !examples ? [] : [[status, Object.keys(examples)]];
        }),
      );
    expect(statusesOf('/orders')).toEqual({
      400: ['invalid'],
      401: ['signed_out'],
      403: ['key_scope', 'key_amount'],
      409: [
        ...['figures_changed', 'out_of_stock', 'line_gone', 'cart_full', 'cart_ordered', 'needs_approval'],
        ...['key_reused', 'order_state', 'hold_limit'],
      ],
      429: ['too_many'],
      500: ['unavailable_order'],
      503: ['credit_limit'],
    });
    expect(statusesOf('/creditCard/charge')).toMatchObject({
      402: ['card_declined', 'insufficient_funds'],
      404: ['not_found'],
      409: ['hold_expired', 'order_state'],
      502: ['gateway_unavailable'],
    });
    expect(statusesOf('/orders/payOrder')).toMatchObject({
      402: ['card_declined', 'insufficient_funds'],
      409: ['figures_changed', 'key_reused', 'order_state'],
    });
    for (const [reason, { value, description }] of Object.entries(components.examples)) {
      const { code, notice } = ERRORS[reason as ErrorReason];
      const told = reason === 'unavailable_order' ? 'unavailable' : reason;
      const { remedies, ...said } = value;
      expect(said).toEqual({ message: notice, code, reason: told });
      if (description) expect(description).toMatch(/^No remedies: /);
      else expect(remedies?.length, reason).toBeGreaterThan(0);
    }
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
      description: expect.stringMatching(/Needs no session\. Scope of an API key: `orders:write`\.$/),
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
    expect(responses['432']).toMatchObject({
      description: `\`company_exists\`: ${ERRORS.company_exists.notice}`,
    });
    expect(responses['409']).toMatchObject({
      description: `\`email_taken\`: ${ERRORS.email_taken.notice}\n\n\`stale\`: ${ERRORS.stale.notice}`,
      content: { 'application/json': { examples: { email_taken: {}, stale: {} } } },
    });
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
    const [, inline = ''] = /<script>([\s\S]*?)<\/script>/.exec(page.body) ?? [];
    const hash = createHash('sha256').update(inline).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`);
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
