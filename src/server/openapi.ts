import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import type { OpenApiRouter } from 'trpc-openapi';
import { CERTIFICATE_SCOPES, CERTIFICATES_PATH } from '#server/companies/certificate-door.ts';
import { AVATAR_PATH, AVATAR_SCOPE } from '#server/photos/avatar-door.ts';
import { fullPath, restCalls } from '#server/rest.ts';
import type { Meta } from '#server/trpc.ts';
import { type CallScope, WHO_MAY_WHAT } from '#server/who-may-what.ts';
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
  scope.get(REFERENCE, async (_request, reply) => {
    const { script } = reply.cspNonce;
    return reply
      .header('content-security-policy', referencePolicy(script))
      .type('text/html; charset=utf-8')
      .send(referencePage(script));
  });
  scope.get(`${REFERENCE}/scalar.js`, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(createReadStream(scalarScript())),
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
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { name, method, path, meta } of restCalls(router)) {
    const verb = method.toLowerCase();
    const operation = generated[path]?.[verb];
    if (!operation) throw new Error(`the document lacks ${method} ${path}`);
    paths[fullPath(path)] = {
      ...paths[fullPath(path)],
      [verb]: completed(operation, meta, WHO_MAY_WHAT[name]?.scope ?? 'no key'),
    };
  }
  paths[AVATAR_PATH] = { post: avatarCall };
  paths[CERTIFICATES_PATH] = { post: certificateCall };
  paths[`${CERTIFICATES_PATH}/{id}`] = { get: certificateFileCall };
  return {
    ...document,
    paths,
    components: { ...document.components, schemas: { ...document.components?.schemas, Error: ERROR_SCHEMA } },
  };
}

interface Operation {
  security?: unknown;
  responses: Record<string, unknown>;
  [field: string]: unknown;
}

function completed(operation: Operation, meta: Meta, scope: CallScope): Operation {
  const isPublic = meta.who === 'public';
  const keyed: ErrorReason[] = scope === 'any key' ? [] : [scope === 'no key' ? 'key_refused' : 'key_scope'];
  const signedIn: ErrorReason[] = isPublic ? [] : ['signed_out', 'forbidden'];
  const reasons: ErrorReason[] = ['invalid', ...signedIn, ...keyed];
  const failures: Record<string, string> = {};
  for (const reason of [...reasons, ...(meta.errors ?? [])]) {
    const { status } = ERRORS[reason];
    failures[status] = failures[status] ? `${failures[status]}, \`${reason}\`` : `\`${reason}\``;
  }
  const answers = { 200: operation.responses[200] };
  const failed = Object.entries(failures).map(([status, text]) => [status, errorResponse(`Reason ${text}.`)]);
  return {
    ...operation,
    description: scopeWords(scope),
    security: [...(isPublic ? [{}] : []), ...waysIn(scope)],
    responses: { ...answers, ...Object.fromEntries(failed), default: errorResponse('Any other failure.') },
  };
}

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
  tags: string[];
  parameters?: unknown;
}

/** Files come as forms, which procedures don't take: their calls are written down here. */
const uploadCall = (
  { scope, ...about }: CallAbout & { scope: CallScope },
  properties: Record<string, unknown>,
  answer: { description: string; content?: unknown },
): Operation => ({
  ...about,
  description: scopeWords(scope),
  security: waysIn(scope),
  requestBody: {
    required: true,
    content: { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties } } },
  },
  responses: {
    200: answer,
    400: errorResponse('Reason `invalid`: not such a file. Reason `malformed`: no form.'),
    401: errorResponse('Reason `signed_out`.'),
    403: errorResponse('Reason `key_scope`.'),
    413: errorResponse('Reason `too_large`.'),
    429: errorResponse('Reason `too_many`.'),
    default: errorResponse('Any other failure.'),
  },
});

const pathParameter = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
});

const avatarCall = uploadCall(
  { operationId: 'photos-avatar', summary: "A user's own picture", tags: ['photos'], scope: AVATAR_SCOPE },
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
    tags: ['companies'],
    parameters: [pathParameter('companyId')],
    scope: CERTIFICATE_SCOPES.post,
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
  description: scopeWords(CERTIFICATE_SCOPES.get),
  security: waysIn(CERTIFICATE_SCOPES.get),
  responses: {
    200: { description: 'The file as it was handed in.', content: { 'application/octet-stream': {} } },
    401: errorResponse('Reason `signed_out`.'),
    403: errorResponse('Reason `key_scope`.'),
    404: errorResponse('Reason `not_found`.'),
    default: errorResponse('Any other failure.'),
  },
};

function errorResponse(description: string) {
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

const DESCRIPTION = `Every answer is bare JSON, every failure \`{ message, code, reason?, issues?, details? }\`.
Amounts are US dollars with at most two decimals; instants are ISO 8601 in UTC. Paths answer with and without a slash at
the end. Unknown query fields are ignored, unknown body fields refused. A wrong, revoked or ended API key is refused
whatever it asks for (401 \`key_wrong\`, \`key_revoked\`, \`key_ended\`); writing an area includes reading it.`;

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
  },
};

function scalarScript(): string {
  const entry = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  return join(dirname(entry), 'js', 'standalone.js');
}

// The viewer puts style elements of its own into the page; it runs no text as code and asks no other host.
const referencePolicy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const referencePage = (nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Knurl API</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<script src="${REFERENCE}/scalar.js" nonce="${nonce}"></script>
<script nonce="${nonce}">
Scalar.createApiReference('#reference', {
  url: '${DOCUMENT}', withDefaultFonts: false, telemetry: false, hideClientButton: true, proxyUrl: '',
  agent: { disabled: true }, showDeveloperTools: 'never',
});
</script>
</body>
</html>`;
