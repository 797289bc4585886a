import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { answersFiles } from '#server/http/overload.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Lists what the build leaves beside a file, the smallest first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

interface BuiltFile {
  type: string;
  tag: string;
  plain: Buffer;
  encoded: { encoding: string; content: Buffer }[];
}

/**
 * Serves the files of a folder of the build out of memory: a visit asks for a dozen of them, and to open each anew costs
 * more than to answer a call. They are read when they are first asked for.
 */
export function serveBuilt(
  scope: FastifyInstance,
  { folder, prefix, cacheControl }: { folder: string; prefix: string; cacheControl: string },
): void {
  answersFiles(scope);
  for (const name of namesIn(folder)) {
    let file: BuiltFile | null = null;
    scope.get(`${prefix}${name}`, { config: { data: true } }, (request, reply) => {
      file ??= readBuilt(folder, name);
      reply.header('cache-control', cacheControl).header('etag', file.tag).header('vary', 'accept-encoding');
      if (request.headers['if-none-match'] === file.tag) return reply.code(304).send();
      const accepted = String(request.headers['accept-encoding'] ?? '');
      const found = file.encoded.find(({ encoding }) => accepts(accepted, encoding));
      if (found) reply.header('content-encoding', found.encoding);
      const content = found?.content ?? file.plain;
      return reply.header('content-length', content.length).type(file.type).send(content);
    });
  }
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && TYPES[extname(entry.name)] !== undefined)
    .map(entry => entry.name);
}

function readBuilt(folder: string, name: string): BuiltFile {
  const path = join(folder, name);
  const plain = readFileSync(path);
  return {
    type: TYPES[extname(name)] ?? '',
    tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 16)}"`,
    plain,
    encoded: ENCODINGS.filter(([, ending]) => existsSync(path + ending)).map(([encoding, ending]) => ({
      encoding,
      content: readFileSync(path + ending),
    })),
  };
}

/** Reads whether a header allows an encoding: `br;q=0` does not. */
function accepts(header: string, encoding: string): boolean {
  const wanted = header.split(',').map(part => part.trim().split(/\s*;\s*/));
  return wanted.some(([name, quality]) => name === encoding && !/^q=0(\.0*)?$/.test(quality ?? ''));
}
