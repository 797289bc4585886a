import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';

/** Nothing that the shop is sent nests deeper than a handful of levels. */
const MAX_LEVELS = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENERS = new Set([0x5b, 0x7b]);
const CLOSERS = new Set([0x5d, 0x7d]);

/** Whether JSON text nests deeper than anything walking it by recursion should be asked to follow. */
export function isTooDeep(text: string): boolean {
  let level = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (OPENERS.has(code)) {
      if (++level > MAX_LEVELS) return true;
    } else if (CLOSERS.has(code)) level--;
  }
  return false;
}

/** Reads JSON text as both doors do: no deep nesting, no `__proto__`, nothing at all is `{}`. Throws AppError. */
export type ReadJson = (request: FastifyRequest, text: string) => unknown;

/** The reader on top of Fastify's own parser, which knows the ways to hide `__proto__`. */
export function jsonReader(app: FastifyInstance): ReadJson {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, text) => {
    if (text.trim() === '') return {};
    if (isTooDeep(text)) throw new AppError('too_deep');
    let value: unknown;
    let failure: Error | null = null;
    // Fastify's parser answers before it returns.
    parse(request, text, (error, parsed) => {
      failure = error;
      value = parsed;
    });
    if (failure) throw new AppError('malformed', { cause: failure });
    return value;
  };
}
