import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import type { OpenApiRouter } from 'trpc-openapi';
import { CERTIFICATE_SCOPES, CERTIFICATES_PATH } from '#server/companies/certificate-door.ts';
import type { CallScope } from '#server/grants.ts';
import { reasonsOf, refusalExample, refusals } from '#server/openapi-refusals.ts';
import { packagedFile } from '#server/packaged.ts';
import { AVATAR_PATH, AVATAR_SCOPE } from '#server/photos/avatar-door.ts';
import { fullPath, restCalls } from '#server/rest.ts';
import { RIGHTS } from '#server/rights.ts';
import type { Meta, Who } from '#server/trpc.ts';
import { MAX_CERTIFICATE_MB } from '#shared/constants.ts';
import { ERRORS, type ErrorReason } from '#shared/errors.ts';

const DOCUMENT = '/api/v1/openapi.json';
const REFERENCE = '/api/v1/docs';

/** The OpenAPI document and the page that shows it. Both are made on their first request, so that starting stays short. */
export async function mountDocs(scope: FastifyInstance, router: AnyRouter): Promise<void> {
  let document: Promise<string> | null = null;
  scope.get(DOCUMENT, async (_request, reply) => {
    document ??= openApiDocument(router).then(made => JSON.stringify(made));
    return reply.type('application/json; charset=utf-8').send(await document);
  });
  scope.get(REFERENCE, async (_request, reply) =>
    reply
      .header('content-security-policy', REFERENCE_POLICY)
      .type('text/html; charset=utf-8')
      .send(REFERENCE_PAGE),
  );
  scope.get(`${REFERENCE}/scalar.js`, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(createReadStream(packagedFile('scalar.js'))),
  );
}

/** The OpenAPI 3.1 document of a router's calls, with their full paths, who may make them and how they fail. */
export async function openApiDocument(router: AnyRouter) {
  const { generateOpenApiDocument } = await import('trpc-openapi');
  const document = generateOpenApiDocument(router as OpenApiRouter, {
    title: 'Knurl',
    description: DESCRIPTION,
    version: '1',
    baseUrl: '/',
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'sid',
        description: 'The session of someone who logged in; `__Host-sid` in live mode.',
      },
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description:
          'An API key: within the rights of its user, what its scopes name. Each call names those that it needs.',
      },
    },
  });
  const generated = (document.paths ?? {}) as Record<string, Record<string, Operation>>;
  const paths: Paths = {};
  const inPlace = pathsByShape(paths);
  for (const { name, method, path, meta } of restCalls(router)) {
    const verb = method.toLowerCase();
    const operation = generated[path]?.[verb];
    if (!operation) throw new Error(`the document lacks ${method} ${path}`);
    inPlace(fullPath(path), verb, completed(operation, meta, RIGHTS[name]?.scope ?? 'no key'));
  }
  inPlace(AVATAR_PATH, 'post', avatarCall);
  inPlace(CERTIFICATES_PATH, 'post', certificateCall);
  inPlace(`${CERTIFICATES_PATH}/{id}`, 'get', certificateFileCall);
  const text = JSON.stringify(paths);
  const reasons = (Object.keys(ERRORS) as ErrorReason[]).filter(reason => text.includes(exampleOf(reason)));
  const tags = Object.entries(TAGS).filter(([name]) => text.includes(`"tags":["${name}"]`));
  return {
    ...document,
    tags: tags.map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: document.components?.securitySchemes,
      schemas: { Error: ERROR_SCHEMA },
      examples: Object.fromEntries(reasons.map(reason => [reason, refusalExample(reason)])),
    },
  };
}

const exampleOf = (reason: ErrorReason) => `"#/components/examples/${reason}"`;

interface Parameter {
  name: string;
  in: string;
}

interface Operation {
  description?: string;
  parameters?: Parameter[];
  security?: unknown;
  responses: Record<string, unknown>;
  [field: string]: unknown;
}

type Paths = Record<string, Record<string, Operation>>;

const PARAMETER = /\{(\w+)\}/g;

/** Paths that differ in the names of their parameters alone are one path, which has the names that came first. */
function pathsByShape(paths: Paths) {
  const byShape = new Map<string, string>();
  return (path: string, verb: string, operation: Operation) => {
    const shape = path.replace(PARAMETER, '{}');
    const first = byShape.get(shape) ?? path;
    byShape.set(shape, first);
    const names = [...path.matchAll(PARAMETER)].map(([, name]) => name);
    const others = [...first.matchAll(PARAMETER)].map(([, name = '']) => name);
    const parameters = operation.parameters?.map(one =>
      one.in === 'path' ? { ...one, name: others[names.indexOf(one.name)] ?? one.name } : one,
    );
    paths[first] = { ...paths[first], [verb]: { ...operation, ...(parameters && { parameters }) } };
  };
}

function completed(operation: Operation, meta: Meta, scope: CallScope): Operation {
  const { who = 'public' } = meta;
  return {
    ...operation,
    description: [operation.description, WHO_WORDS[who], scopeWords(scope)].filter(Boolean).join(' '),
    security: [...(who === 'public' ? [{}] : []), ...waysIn(scope)],
    responses: { 200: operation.responses[200], ...refusals(reasonsOf(meta, scope)) },
  };
}

const WHO_WORDS: Record<Who, string> = {
  public: 'Needs no session.',
  user: 'Needs a signed-in user.',
  commercial: 'Needs somebody of a company, or staff.',
  staff: 'Needs staff.',
  admin: 'Needs an Admin.',
  special: 'Needs one of the two special accounts.',
};

/** The areas of the calls, as their paths begin. */
const TAGS: Record<string, string> = {
  users: 'Signing in and out, one’s own account, and accounts for staff.',
  orders: 'Carts, what they cost, orders and their way.',
  creditCard: 'Charging the card of an order that is held for it.',
  companies: 'Trade companies: their people, prices, orders and papers.',
  products: 'The catalogue: listing, products, variants, favorites.',
  filters: 'Groups and values that the listing is filtered by.',
  tags: 'Categories, subcategories and tags.',
  coupons: 'Coupons and what they give away.',
  suggestions: 'Products that are suggested to shoppers.',
  items: 'Suggestions at the addresses that they had before `/api/v1`.',
  admin: 'Lists that staff curate.',
  reviews: 'Ratings and words of customers.',
  returns: 'Sending goods back.',
  notifications: 'A user’s own notifications.',
  layouts: 'Banners, announcements and pages that staff wrote.',
  photos: 'Pictures that users bring.',
  site: 'The shop’s own data, its log and its mailbox.',
};

/** A session, or a key that has the scopes which the call needs. */
function waysIn(scope: CallScope) {
  const session = { session: [] };
  if (scope === 'no key') return [session];
  return [session, { apiKey: scope === 'any key' ? [] : [scope].flat() }];
}

function scopeWords(scope: CallScope): string {
  if (scope === 'no key') return 'Not by an API key.';
  if (scope === 'any key') return 'By any API key.';
  return `Scope of an API key: ${[scope]
    .flat()
    .map(one => `\`${one}\``)
    .join(' and ')}.`;
}

interface CallAbout {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  scope: CallScope;
  reasons: ErrorReason[];
}

/** Files come as forms, which procedures don't take: their calls are written down here. */
const uploadCall = (
  { scope, description, reasons, ...about }: CallAbout,
  properties: Record<string, unknown>,
  answer: { description: string; content?: unknown },
): Operation => ({
  ...about,
  description: `${description} ${scopeWords(scope)}`,
  security: waysIn(scope),
  requestBody: {
    required: true,
    content: { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties } } },
  },
  responses: { 200: answer, ...refusals(reasonsOf({ who: 'user', errors: reasons }, scope)) },
});

const pathParameter = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
});

const avatarCall = uploadCall(
  {
    operationId: 'photos-avatar',
    summary: "A user's own picture",
    description: 'Takes a picture of up to 5 MB in the place of an earlier one. At most 30 an hour.',
    tags: ['photos'],
    scope: AVATAR_SCOPE,
    reasons: ['malformed', 'forbidden', 'too_large', 'wrong_type', 'too_many'],
  },
  { file: { type: 'string', contentMediaType: 'image/*' } },
  {
    description: 'Where its sizes stand: `/160.webp`, `/400.webp` and `/800.webp` below `path`.',
    content: {
      'application/json': {
        schema: { type: 'object', required: ['path'], properties: { path: { type: 'string' } } },
      },
    },
  },
);

const certificateCall = uploadCall(
  {
    operationId: 'companies-handInCertificate',
    summary:
      "Hand in a company's certificate of exemption, in the place of one that nobody has looked at yet",
    description: `For the company's Primary and staff; up to ${MAX_CERTIFICATE_MB} MB, at most 20 an hour.`,
    tags: ['companies'],
    parameters: [pathParameter('companyId')],
    scope: CERTIFICATE_SCOPES.post,
    reasons: ['malformed', 'not_found', 'too_large', 'wrong_type', 'too_many'],
  },
  {
    file: { type: 'string', description: 'A PDF, or a JPEG, PNG or WebP picture.' },
    expiresOn: { type: 'string', format: 'date', description: 'The last day of its term.' },
  },
  { description: 'The company, as `GET /companies/{id}` answers it.' },
);

const certificateFileCall: Operation = {
  operationId: 'companies-certificate',
  summary: "The file of a company's certificate of exemption",
  tags: ['companies'],
  parameters: ['companyId', 'id'].map(pathParameter),
  description: `For the company's Primary and staff. ${scopeWords(CERTIFICATE_SCOPES.get)}`,
  security: waysIn(CERTIFICATE_SCOPES.get),
  responses: {
    200: { description: 'The file as it was handed in.', content: { 'application/octet-stream': {} } },
    ...refusals(reasonsOf({ who: 'user', errors: ['not_found'] }, CERTIFICATE_SCOPES.get)),
  },
};

const DESCRIPTION = `Every answer is bare JSON, every failure \`{ message, code, reason?, issues?, details?, remedies? }\`.
Amounts are US dollars with at most two decimals; instants are ISO 8601 in UTC. Paths answer with and without a slash at
the end. Unknown query fields are ignored, unknown body fields refused. A wrong, revoked or ended API key is refused
whatever it asks for (401 \`key_wrong\`, \`key_revoked\`, \`key_ended\`); writing an area includes reading it. No answer carries CORS headers: a key
belongs on a server, never in a page.`;

const ERROR_SCHEMA = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'What can be shown to people.' },
    code: { type: 'string', enum: [...new Set(Object.values(ERRORS).map(row => row.code))] },
    reason: { type: 'string', enum: Object.keys(ERRORS) },
    issues: {
      type: 'array',
      description: 'What is wrong with which field.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'array', items: { type: ['string', 'integer'] } },
          message: { type: 'string' },
        },
      },
    },
    details: { description: 'What the reason brings along, such as the new figures.' },
    remedies: {
      type: 'array',
      description: 'What can be done about it, the best way first.',
      items: {
        type: 'object',
        required: ['text'],
        properties: {
          text: { type: 'string', description: 'A sentence for people.' },
          href: { type: 'string', description: 'A page of the shop where it is done.' },
          calls: {
            type: 'array',
            description: 'Calls to make first, in this order.',
            items: {
              type: 'object',
              required: ['name', 'rest', 'input'],
              properties: {
                name: { type: 'string' },
                rest: { type: ['string', 'null'], description: 'Method and path below /api/v1.' },
                input: {},
              },
            },
          },
          again: {
            type: 'object',
            description: 'The refused call once more, with these fields in place of its own.',
            required: ['change'],
            properties: {
              change: { type: 'object', description: 'A field that is null is left out.' },
              to: {
                type: 'object',
                description: 'Another call, which takes the same input.',
                properties: { name: { type: 'string' }, rest: { type: ['string', 'null'] } },
              },
            },
          },
        },
      },
    },
  },
};

const START_REFERENCE = `
Scalar.createApiReference('#reference', {
  url: '${DOCUMENT}', withDefaultFonts: false, telemetry: false, hideClientButton: true, proxyUrl: '',
  agent: { disabled: true }, showDeveloperTools: 'never',
});
`;

// The viewer puts style elements of its own into the page; it runs no text as code and asks no other host.
const REFERENCE_POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(START_REFERENCE).digest('base64')}'`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Knurl API</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<script src="${REFERENCE}/scalar.js"></script>
<script>${START_REFERENCE}</script>
</body>
</html>`;
