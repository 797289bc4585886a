import { type Logger, pino, stdSerializers } from 'pino';

/** The fields that a log never shows, in a logged object or up to two levels below it. */
const SECRETS = [
  'authorization',
  'card',
  'clientSecret',
  'confirmationToken',
  'cookie',
  'currentPassword',
  'idempotencyKey',
  'orderKey',
  'password',
  'secret',
  'sessionId',
  'token',
];

/** The log of a process: JSON lines on standard output, or wherever `destination` leads. */
export function createLogger(level: string, destination?: { write(line: string): void }): Logger {
  const options = {
    level,
    redact: {
      paths: [...SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), '*.headers["set-cookie"]'],
      censor: '[hidden]',
    },
    serializers: { err: serializeError, error: serializeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

// Drizzle puts a failed query's parameters, so people's data, into the message; Postgres puts them into `detail`.
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { type, message, stack, code, cause } = stdSerializers.errWithCause(
    error,
  ) as unknown as SerializedError;
  return {
    type,
    message: shortened(withoutValues(message)),
    stack: shortened(withoutValues(stack ?? '')),
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause: serializeError(error.cause) }),
  };
}

interface SerializedError {
  type: string;
  message: string;
  stack?: string;
  code?: unknown;
  cause?: unknown;
}

/** A statement may be as long as what was asked for; its beginning tells which it is, its end where it failed. */
const MAX_TEXT = 4000;

const shortened = (text: string): string =>
  text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT / 2)} […] ${text.slice(-MAX_TEXT / 2)}`;

/** A failed query's text without what was asked with. */
export const withoutValues = (text: string) =>
  text.replace(/\nparams: [\s\S]*?(?=\n\s+at |$)/g, '\nparams: [hidden]');
