import { parseArgs } from 'node:util';
import { CommandError, required } from '#server/command-error.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import { KEY_DAYS, keyEnd } from '#shared/rules/key-scopes.ts';
import { type NewApiKey, newApiKeySchema } from '#shared/schemas/auth.ts';

export const API_KEY_USAGE =
  'api-key <email> <name> --scopes <scope,scope> [--on-account <dollars>] [--days <days>]';

/** Reads what the command line says of a new key, held against the same schema as what the page sends. */
export function readKeyArguments(args: string[], now: Date): NewApiKey & { email: string } {
  const { positionals, values } = parsed(args);
  const email = required(positionals[0], API_KEY_USAGE);
  const name = required(positionals[1], API_KEY_USAGE);
  const scopes = (values.scopes ?? '').split(',').filter(Boolean);
  if (scopes.length === 0) {
    throw new CommandError(`A key needs scopes: ${KEY_SCOPES.join(', ')}.\nUsage: ${API_KEY_USAGE}`);
  }
  const onAccount = values['on-account'];
  if (onAccount !== undefined && !scopes.includes('orders:write')) {
    throw new CommandError('--on-account needs the scope orders:write.');
  }
  const read = newApiKeySchema.safeParse({
    ...{ name, scopes },
    ...(onAccount !== undefined && { onAccountUpTo: Number(onAccount) }),
    ...(values.days !== undefined && { expiresAt: keyEnd(daysOf(values.days), now) }),
  });
  if (read.success) return { email, ...read.data };
  const wrong = read.error.issues.map(
    ({ path, message }) => `${OPTIONS[String(path[0])] ?? 'name'}: ${message}`,
  );
  throw new CommandError(
    `${wrong.join('\n')}\nScopes are ${KEY_SCOPES.join(', ')}.\nUsage: ${API_KEY_USAGE}`,
  );
}

const OPTIONS: Record<string, string> = { scopes: '--scopes', onAccountUpTo: '--on-account' };

function daysOf(given: string): number {
  const days = Number(given);
  if (Number.isInteger(days) && days >= 1 && days <= KEY_DAYS.most) return days;
  throw new CommandError(`--days must be a whole number from 1 to ${KEY_DAYS.most}.`);
}

function parsed(args: string[]) {
  const options = {
    scopes: { type: 'string' },
    'on-account': { type: 'string' },
    days: { type: 'string' },
  } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\nUsage: ${API_KEY_USAGE}`);
  }
}
