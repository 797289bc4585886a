import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context, SessionUser } from '#server/context.ts';
import type { Database } from '#server/database/db.ts';
import { RIGHTS } from '#server/rights.ts';
import { appRouter } from '#server/router.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import {
  adminProcedure,
  commercialProcedure,
  type Meta,
  out,
  publicProcedure,
  rest,
  reviewerProcedure,
  router,
  specialProcedure,
  staffProcedure,
  userProcedure,
  type Who,
} from '#server/trpc.ts';

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>);
const metaOf = (procedure: AnyProcedure) => (procedure._def.meta ?? {}) as Meta;

const retail: SessionUser = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  email: 'someone@example.com',
  name: 'Someone',
  permissionLevel: 'Retail',
  role: null,
  company: null,
  registeredFully: true,
  special: false,
};
const PEOPLE: Record<string, SessionUser | null> = {
  guest: null,
  retail,
  member: { ...retail, permissionLevel: 'Commercial', role: 'Member', company: 'company' },
  employee: { ...retail, permissionLevel: 'Employee' },
  admin: { ...retail, permissionLevel: 'Admin' },
  'special employee': { ...retail, permissionLevel: 'Employee', special: true },
  'special customer': { ...retail, special: true },
};

const MAY: Record<Who, string[]> = {
  public: Object.keys(PEOPLE),
  user: ['retail', 'member', 'employee', 'admin', 'special employee', 'special customer'],
  commercial: ['member', 'employee', 'admin', 'special employee'],
  staff: ['employee', 'admin', 'special employee'],
  admin: ['admin'],
  special: ['special employee'],
};

/** Calls a procedure as someone; whatever it then touches of the context but the user is a failure of its own. */
async function refusal(of: AnyRouter, name: string, user: SessionUser | null): Promise<number | null> {
  const context = new Proxy({ user } as Context, {
    get: (target, key) => {
      if (key === 'user') return target.user;
      throw new Error(`read ${String(key)}`);
    },
    ownKeys: () => ['user'],
  });
  let step: unknown = of.createCaller(context);
  for (const part of name.split('.')) step = (step as Record<string, unknown>)[part];
  try {
    await (step as () => Promise<unknown>)();
    return null;
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'UNAUTHORIZED' ? 401 : code === 'FORBIDDEN' ? 403 : null;
  }
}

describe('the table of who may what', () => {
  it('knows every procedure, with its role and its address', () => {
    const actual = Object.fromEntries(
      procedures.map(([name, procedure]) => {
        const { who, openapi } = metaOf(procedure);
        return [name, { who, rest: openapi ? `${openapi.method} ${openapi.path}` : null }];
      }),
    );
    const granted = Object.fromEntries(
      Object.keys(actual).map(name => {
        const { who, rest } = RIGHTS[name] ?? { who: 'not in the table', rest: null };
        return [name, { who, rest }];
      }),
    );
    expect(actual).toEqual(granted);
  });

  it('names every address once', () => {
    const addresses = Object.values(RIGHTS).flatMap(({ rest }) => rest ?? []);
    expect(addresses).toHaveLength(155);
    expect(new Set(addresses.map(address => address.replace(/\{\w+\}/g, '{}'))).size).toBe(155);
  });

  const guarded = router({
    public: publicProcedure.query(() => 'in'),
    user: userProcedure.query(() => 'in'),
    commercial: commercialProcedure.query(() => 'in'),
    staff: staffProcedure.query(() => 'in'),
    admin: adminProcedure.query(() => 'in'),
    special: specialProcedure.query(() => 'in'),
    reviewer: reviewerProcedure.query(() => 'in'),
  });

  it.each(Object.entries(MAY))(
    '%s lets in whom it should and nobody else [ROLE-01]',
    async (who, allowed) => {
      for (const [person, user] of Object.entries(PEOPLE)) {
        const expected = allowed.includes(person) ? null : user === null ? 401 : 403;
        expect([person, await refusal(guarded, who, user)]).toEqual([person, expected]);
      }
    },
  );

  it('a guest who reviews gets 403', async () => {
    expect(await refusal(guarded, 'reviewer', null)).toBe(403);
    expect(await refusal(guarded, 'reviewer', retail)).toBeNull();
  });

  it('is held by every procedure of the shop before it looks at the input [ROLE-01]', async () => {
    for (const [name] of procedures) {
      const { who } = RIGHTS[name] ?? {};
      if (!who || who === 'public') continue;
      for (const [person, user] of Object.entries(PEOPLE)) {
        if (MAY[who].includes(person)) continue;
        const expected = user === null && !name.startsWith('reviews.') ? 401 : 403;
        expect([name, person, await refusal(appRouter, name, user)]).toEqual([name, person, expected]);
      }
    }
  });
});

describe('inputs', () => {
  const inputOf = (procedure: AnyProcedure) => (procedure._def as unknown as { inputs: z.ZodType[] }).inputs;
  const unwrapped = (schema: z.ZodType): z.ZodType => {
    const { innerType } = schema.def as unknown as { innerType?: z.ZodType };
    return innerType ? unwrapped(innerType) : schema;
  };
  const takesText = (schema: z.ZodType): boolean => {
    const inner = unwrapped(schema);
    if (inner instanceof z.ZodUnion) return inner.options.every(option => takesText(option as z.ZodType));
    // A pipe that begins with a transform reads text by itself, as those of `q` do.
    if (inner instanceof z.ZodPipe) {
      return inner.in instanceof z.ZodTransform || takesText(inner.in as z.ZodType);
    }
    return [z.ZodString, z.ZodStringFormat, z.ZodEnum, z.ZodLiteral].some(type => inner instanceof type);
  };
  const fields = (schema: z.ZodType) => Object.entries((unwrapped(schema) as z.ZodObject).shape ?? {});

  it('of GET and DELETE, and path parameters of all, are text, enumerations or read by q', () => {
    const wrong = procedures.flatMap(([name, procedure]) => {
      const { openapi } = metaOf(procedure);
      const isQuery = openapi?.method === 'GET' || openapi?.method === 'DELETE';
      return inputOf(procedure)
        .flatMap(fields)
        .filter(([field]) => isQuery || openapi?.path.includes(`{${field}}`))
        .filter(([, schema]) => !takesText(schema as z.ZodType))
        .map(([field]) => `${name}: ${field}`);
    });
    expect(wrong).toEqual([]);
  });

  it('of everything that writes are strict', () => {
    const loose = procedures.flatMap(([name, procedure]) => {
      const { openapi } = metaOf(procedure);
      if (procedure._def.type !== 'mutation' || openapi?.method === 'DELETE' || openapi?.method === 'GET')
        return [];
      const inputs = inputOf(procedure).map(unwrapped);
      const strict = inputs.every(
        input => input instanceof z.ZodObject && input.def.catchall instanceof z.ZodNever,
      );
      return strict ? [] : [name];
    });
    expect(loose).toEqual([]);
  });

  it('the rule itself tells text from numbers', () => {
    const good = z.object({ a: z.string().optional(), b: z.uuid(), c: z.enum(['x']).default('x') });
    const bad = z.object({
      a: z.number().optional(),
      b: z.boolean(),
      c: z.array(z.string()),
      d: z.coerce.number(),
    });
    expect(fields(good).every(([, schema]) => takesText(schema as z.ZodType))).toBe(true);
    expect(fields(bad).some(([, schema]) => takesText(schema as z.ZodType))).toBe(false);
  });
});

/** The calls of stage 1, as someone would send them. */
const STAGE_1: [method: string, url: string, procedure: string][] = [
  ['GET', '/api/v1/site/getSearchValues', 'site.getSearchValues'],
  ['GET', '/api/v1/site', 'site.get'],
  ['POST', '/api/v1/site/log', 'logs.add'],
  ['POST', '/api/v1/site/contactUs', 'site.contactUs'],
  ['GET', '/api/v1/products', 'products.list'],
  ['GET', '/api/v1/products/01890a5d-ac96-774b-bcce-b302099a8057', 'products.byId'],
  ['GET', '/api/v1/products/search', 'products.search'],
  ['GET', '/api/v1/products/variant', 'variants.find'],
  ['GET', '/api/v1/suggestions', 'suggestions.mine'],
  ['GET', '/api/v1/suggestions/notLoggedIn', 'suggestions.guest'],
  ['GET', '/api/items/toptwenty', 'suggestions.topTwenty'],
  ['GET', '/api/v1/filters', 'filters.list'],
  ['GET', '/api/v1/tags', 'tags.list'],
  ['GET', '/api/v1/tags/categories', 'tags.categories'],
  ['POST', '/api/v1/orders', 'orders.submit'],
  ['PUT', '/api/v1/orders', 'orders.cancel'],
  ['GET', '/api/v1/orders/01890a5d-ac96-774b-bcce-b302099a8057', 'orders.byId'],
  ['PATCH', '/api/v1/orders/getCost', 'orders.getCost'],
  ['GET', '/api/v1/orders/verifyCoupon/SAVE%2F10%25', 'coupons.verify'],
  ['GET', '/api/v1/orders/shipping', 'settings.shippingGet'],
  ['GET', '/api/v1/orders/taxRate', 'settings.taxGet'],
  ['POST', '/api/v1/creditCard/charge', 'payments.charge'],
  ['GET', '/api/v1/coupons/product', 'coupons.product'],
  ['GET', '/api/v1/users', 'auth.me'],
  ['POST', '/api/v1/users', 'auth.register'],
  ['POST', '/api/v1/users/login', 'auth.login'],
  ['DELETE', '/api/v1/users', 'auth.logout'],
  ['GET', '/api/v1/layouts', 'layouts.list'],
  ['GET', '/api/v1/reviews', 'reviews.list'],
];

/** Every call of the table, answering with its own name and parameters. */
function echoRouter() {
  const domains: Record<string, Record<string, AnyProcedure>> = {};
  for (const [name, { rest: address }] of Object.entries(RIGHTS)) {
    const [domain = '', verb = ''] = name.split('.');
    const [method = '', path = ''] = address?.split(' ') ?? [];
    if (!address) continue;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param);
    const procedure = publicProcedure
      .meta(rest(method as 'GET', path as `/${string}`))
      .input(z.object(Object.fromEntries(names.map(param => [param, z.string()]))))
      .output(out(z.object({ name: z.string(), input: z.record(z.string(), z.string()) })));
    const answer = ({ input }: { input: Record<string, unknown> }) => ({
      name,
      input: input as Record<string, string>,
    });
    domains[domain] = {
      ...domains[domain],
      [verb]: method === 'GET' ? procedure.query(answer) : procedure.mutation(answer),
    };
  }
  return router(
    Object.fromEntries(Object.entries(domains).map(([domain, verbs]) => [domain, router(verbs)])),
  );
}

describe('every call reaches its own procedure', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => closeTestDatabase(database));

  it('all of the table, in every spelling of its address', async () => {
    const { app } = await openDoors(database, echoRouter());
    for (const [name, { rest: address }] of Object.entries(RIGHTS)) {
      if (!address) continue;
      const [method, path = ''] = address.split(' ') as ['GET', string];
      const url = (path.startsWith('/api/') ? path : `/api/v1${path}`).replace(/\{(\w+)\}/g, 'a%20$1%2Fb');
      const input = Object.fromEntries(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => [param, `a ${param}/b`]),
      );
      for (const spelling of [url, `${url}/`, `${url}?x=1`, `${url}/?x=1`]) {
        const answer = await app.inject({ method, url: spelling });
        expect([spelling, answer.json()]).toEqual([spelling, { name, input }]);
      }
      expect((await app.inject({ method: 'PROPFIND' as 'GET', url })).statusCode).toBe(404);
    }
    await app.close();
  });

  it('those of stage 1 in the shop itself, with and without a slash at the end', async () => {
    const { app } = await openDoors(database, appRouter, {
      more: async scope => {
        scope.get('/*', async () => 'a page');
      },
    });
    app.addHook('onRequest', async (request, reply) =>
      reply.send(request.routeOptions.config.procedure ?? 'none'),
    );
    const reached: typeof STAGE_1 = [];
    for (const [method, url, procedure] of STAGE_1) {
      const answers = await Promise.all(
        [url, `${url}/`].map(spelling => app.inject({ method: method as 'GET', url: spelling })),
      );
      const wrong = answers.map(answer => answer.body).find(body => body !== procedure);
      reached.push([method, url, wrong ?? procedure]);
    }
    expect(reached).toEqual(STAGE_1);
    await app.close();
  });
});
