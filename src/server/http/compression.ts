import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Below this the headers weigh more than what is saved. */
const MIN_BYTES = 1024;
const TEXT = /^(text\/|application\/(json|javascript|xml|manifest\+json|ld\+json)|image\/svg)/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
// Quick settings: an answer is compressed each time anew. Built files come with their compressed twins.
// By itself brotli takes its whole window, megabytes, for a page that is longer than 64 KB, and has the collector run.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 } };
const GZIP = { level: 5 };

export type Encoding = 'br' | 'gzip';

export const compress = (content: string | Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? brotli(content, BROTLI) : zip(content, GZIP);

/** Compresses answers that are text, where the caller takes it. Streams go out as they are. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_BYTES) return payload;
    if (!TEXT.test(String(reply.getHeader('content-type') ?? '')) || reply.hasHeader('content-encoding'))
      return payload;
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
    const encoding = wantedEncoding(request.headers['accept-encoding']);
    if (encoding === null) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return compress(payload, encoding);
  });
}

/** The smallest encoding that a header `accept-encoding` allows; null: none. */
export function wantedEncoding(accepted: string | string[] | undefined): Encoding | null {
  const names = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter(part => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map(part => part.split(';', 1)[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') || names.includes('*') ? 'gzip' : null;
}
