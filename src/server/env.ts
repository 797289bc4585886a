import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { parseEnv as parseDotEnv } from 'node:util';
import { z } from 'zod';
import { addressFault, isDecodable, UNDECODABLE } from '#server/database/database-address.ts';
import { isGuessable } from '#server/guessable.ts';
import { hint, type Misspelt, misspelt } from '#server/misspelt.ts';
import { chance } from '#server/time-and-chance.ts';

export interface Env {
  readonly port: number;
  readonly host: string;
  /** The address at which the shop is reached from outside, without a slash at the end. */
  readonly publicUrl: string;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** A session connection for LISTEN where `databaseUrl` goes through a transaction pooler. */
  readonly listenUrl: string | null;
  readonly databasePool: number;
  readonly dataDir: string;
  readonly mode: 'demo' | 'live';
  readonly demoData: boolean;
  readonly secretKey: string;
  readonly payments: 'test' | 'stripe';
  readonly stripe: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string;
    readonly apiBase: string | null;
  } | null;
  /** Null: no sign-in by Google. */
  readonly google: { readonly clientId: string; readonly keysUrl: string | undefined } | null;
  readonly mail: 'captured' | 'smtp';
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly trustProxy: false | number | readonly string[];
  readonly metrics: boolean;
  /** Null: metrics answer on the loopback address only. */
  readonly metricsToken: string | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Whether this process works off jobs; sending them is always possible. */
  readonly jobs: boolean;
  /** Names in the environment that are ours but for a slip. */
  readonly misspelt: readonly Misspelt[];
  readonly backups: { readonly everyHours: number; readonly keep: number };
}

/** Says which variables are wrong and why, never what they hold. */
export class EnvError extends Error {
  override readonly name = 'EnvError';

  constructor(
    readonly problems: readonly string[],
    options?: ErrorOptions,
  ) {
    super(`Invalid environment:\n${problems.map(problem => `  - ${problem}`).join('\n')}`, options);
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine(value => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);
const oneOf = <T extends string>(...values: T[]) =>
  z.enum(values, { error: `must be ${values.join(' or ')}` });
const url = (protocols: string[]) =>
  z
    .string()
    .refine(
      value => isAddress(value) && protocols.includes(new URL(value).protocol),
      `must be an address that starts with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
    )
    .refine(value => !isAddress(value) || isDecodable(value), UNDECODABLE);
const database = z.string().superRefine((value, context) => {
  const message = addressFault(value);
  if (message) context.addIssue({ code: 'custom', message });
});
const startingWith = (pattern: RegExp, what: string) => z.string().regex(pattern, `must be ${what}`);
const address = z
  .string()
  .regex(
    /^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
    'must be an e-mail address, or Name <address>',
  );

const variables = z.object({
  PORT: integer(0, 65535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: url(['http:', 'https:'])
    .refine(value => !isAddress(value) || isPlain(new URL(value)), 'must be without a user, a path, ? and #')
    .optional(),
  DATABASE_URL: database.optional(),
  LISTEN_URL: database.optional(),
  DATABASE_POOL: integer(2, 200).default(10),
  DATA_DIR: z.string().default('.data'),
  SHOP_MODE: oneOf('demo', 'live').optional(),
  DEMO_DATA: oneOf('on', 'off').optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  PAYMENTS: oneOf('test', 'stripe').optional(),
  STRIPE_SECRET_KEY: startingWith(/^[sr]k_(test|live)_\w+$/, 'a Stripe secret key').optional(),
  STRIPE_PUBLISHABLE_KEY: startingWith(/^pk_(test|live)_\w+$/, 'a Stripe publishable key').optional(),
  STRIPE_WEBHOOK_SECRET: startingWith(/^whsec_\S+$/, 'a Stripe webhook signing secret').optional(),
  STRIPE_API_BASE: url(['http:', 'https:']).optional(),
  ALLOW_TEST_PAYMENTS: oneOf('no-money-moves').optional(),
  GOOGLE_CLIENT_ID: startingWith(
    /^[\w-]+\.apps\.googleusercontent\.com$/,
    'a Google client ID (….apps.googleusercontent.com)',
  ).optional(),
  GOOGLE_KEYS_URL: url(['http:', 'https:']).optional(),
  MAIL: oneOf('captured', 'smtp').optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: address.optional(),
  ALLOW_CAPTURED_MAIL: oneOf('yes').optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      value => /^(off|[1-9])$/.test(value) || value.split(',').every(isProxy),
      'must be off, a number of hops or a list of addresses',
    )
    .optional(),
  METRICS: oneOf('on', 'off').default('on'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: oneOf(...LOG_LEVELS).default('info'),
  JOBS: oneOf('on', 'off').default('on'),
  BACKUP_HOURS: integer(1, 720).default(24),
  BACKUP_KEEP: integer(1, 1000).default(7),
});
type Variables = z.infer<typeof variables>;
type Settled = ReturnType<typeof settle>;

/** Every variable the shop reads; `.env.example` is held against it. */
export const VARIABLES = Object.keys(variables.shape);

/**
 * The checked environment, or an `EnvError` that names every wrong variable. Empty counts as unset.
 * `demoSecret` supplies the secret key where demo mode has none.
 */
export function parseEnv(
  source: Record<string, string | undefined>,
  demoSecret: (dataDir: string) => string,
): Env {
  const given = Object.fromEntries(
    VARIABLES.flatMap(name => (isSaid(name, source[name]) ? [[name, source[name]?.trim()]] : [])),
  );
  const slips = misspelt(
    Object.keys(source).filter(name => isSaid(name, source[name])),
    VARIABLES,
  ).filter(({ meant }) => !(meant in given));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`);
    throw new EnvError([...wrong, ...slips.map(hint)]);
  }
  const settled = settle(parsed.data);
  const problems = guards(parsed.data, settled);
  // A slip in these would open a demo, whose passwords are published, in the place of the shop that was meant.
  const isUnsaid = !parsed.data.SHOP_MODE && !parsed.data.DATABASE_URL;
  const isFatal = isUnsaid && slips.some(({ meant }) => ['DATABASE_URL', 'SHOP_MODE'].includes(meant));
  if (problems.length > 0 || isFatal) throw new EnvError([...problems, ...slips.map(hint)]);
  return deepFreeze({ ...build(parsed.data, settled, demoSecret), misspelt: slips });
}

/** Reads `.env`, if there is one, below what the process was given. */
export function loadEnv(): Env {
  return parseEnv({ ...naming('.env', readDotEnv), ...process.env }, dataDir =>
    naming('DATA_DIR', () => keptSecret(dataDir)),
  );
}

const readDotEnv = () => (existsSync('.env') ? parseDotEnv(readFileSync('.env', 'utf8')) : {});

/** Gives what the system says of a file the name under which the operator knows it. */
function naming<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new EnvError([`${name} can't be used (${code})`], { cause: error });
  }
}

function settle(given: Variables) {
  const mode = given.SHOP_MODE ?? (given.DATABASE_URL ? 'live' : 'demo');
  const payments = given.PAYMENTS ?? (given.STRIPE_SECRET_KEY ? 'stripe' : 'test');
  const mail = given.MAIL ?? (given.SMTP_URL ? 'smtp' : 'captured');
  return { mode, payments, mail } as const;
}

function guards(given: Variables, { mode, payments, mail }: Settled): string[] {
  const problems: string[] = [];
  const must = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem);
  };
  if (given.LISTEN_URL) must(Boolean(given.DATABASE_URL), 'LISTEN_URL needs DATABASE_URL');
  if (payments === 'stripe') {
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const) {
      must(given[name] !== undefined, `${name} is missing (payments go through Stripe)`);
    }
  }
  if (given.GOOGLE_KEYS_URL) must(Boolean(given.GOOGLE_CLIENT_ID), 'GOOGLE_KEYS_URL needs GOOGLE_CLIENT_ID');
  problems.push(...lonelyOfStripe(given));
  const movesMoney = isLiveKey(given.STRIPE_SECRET_KEY);
  if (given.STRIPE_SECRET_KEY && given.STRIPE_PUBLISHABLE_KEY) {
    must(
      movesMoney === isLiveKey(given.STRIPE_PUBLISHABLE_KEY),
      'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be for test or both for live',
    );
  }
  if (movesMoney) {
    must(given.STRIPE_API_BASE === undefined, 'STRIPE_API_BASE must not be set with a live Stripe key');
  }
  if (mail === 'smtp') {
    must(given.SMTP_URL !== undefined, 'SMTP_URL is missing (mail goes by SMTP)');
    must(given.MAIL_FROM !== undefined, 'MAIL_FROM is missing (mail goes by SMTP)');
  }
  if (mode === 'demo') {
    must(!movesMoney, 'STRIPE_SECRET_KEY is a live key, which demo mode refuses: set SHOP_MODE=live');
    return problems;
  }
  return [...problems, ...liveGuards(given, { payments, mail }, movesMoney)];
}

/** Names what would have no effect without the key: a shop that was to take cards would quietly take tests. */
const lonelyOfStripe = (given: Variables): string[] =>
  (['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE'] as const)
    .filter(name => given[name] && !given.STRIPE_SECRET_KEY && !given.PAYMENTS)
    .map(name => `${name} needs STRIPE_SECRET_KEY, or PAYMENTS=test to take no cards`);

function liveGuards(
  given: Variables,
  { payments, mail }: Pick<Settled, 'payments' | 'mail'>,
  movesMoney: boolean,
): string[] {
  const problems: string[] = [];
  const must = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem);
  };
  must(given.SECRET_KEY !== undefined, 'SECRET_KEY is missing (live mode)');
  for (const [name, bytes] of [
    ['SECRET_KEY', 32],
    ['METRICS_TOKEN', 16],
  ] as const) {
    must(
      !isGuessable(given[name]),
      `${name} looks like a placeholder, or typed: make one with \`openssl rand -hex ${bytes}\``,
    );
  }
  must(given.PUBLIC_URL !== undefined, 'PUBLIC_URL is missing (live mode)');
  must(isPrivate(given.PUBLIC_URL), 'PUBLIC_URL must start with https:// in live mode');
  must(
    given.GOOGLE_KEYS_URL === undefined,
    'GOOGLE_KEYS_URL is refused in live mode: it decides whom to trust',
  );
  must(given.DEMO_DATA !== 'on', 'DEMO_DATA=on is refused in live mode');
  must(
    (payments === 'stripe' && movesMoney) || given.ALLOW_TEST_PAYMENTS !== undefined,
    payments === 'stripe'
      ? 'STRIPE_SECRET_KEY is a test key: live mode needs ALLOW_TEST_PAYMENTS=no-money-moves for it'
      : 'PAYMENTS=test in live mode needs ALLOW_TEST_PAYMENTS=no-money-moves',
  );
  must(
    mail === 'smtp' || given.ALLOW_CAPTURED_MAIL !== undefined,
    'MAIL=captured in live mode needs ALLOW_CAPTURED_MAIL=yes',
  );
  must(
    given.TRUST_PROXY !== undefined,
    'TRUST_PROXY is missing (live mode): the number of proxies in front, their addresses, or off for none',
  );
  must(
    given.METRICS_TOKEN !== undefined || given.METRICS === 'off',
    'METRICS_TOKEN is missing (live mode): set one, or METRICS=off',
  );
  return problems;
}

function build(
  given: Variables,
  { mode, payments, mail }: Settled,
  demoSecret: (dataDir: string) => string,
): Omit<Env, 'misspelt'> {
  const dataDir = resolve(given.DATA_DIR);
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = given;
  return {
    port: given.PORT,
    // A demo has published passwords: it is for this machine unless said otherwise.
    host: given.HOST ?? (mode === 'demo' ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: (given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).replace(/\/+$/, ''),
    databaseUrl: given.DATABASE_URL ?? null,
    listenUrl: given.LISTEN_URL ?? null,
    databasePool: given.DATABASE_POOL,
    dataDir,
    mode,
    demoData: mode === 'demo' && given.DEMO_DATA !== 'off',
    secretKey: given.SECRET_KEY ?? demoSecret(dataDir),
    payments,
    stripe:
      payments === 'stripe' && STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: STRIPE_SECRET_KEY,
            publishableKey: STRIPE_PUBLISHABLE_KEY,
            webhookSecret: STRIPE_WEBHOOK_SECRET,
            apiBase: given.STRIPE_API_BASE ?? null,
          }
        : null,
    google: given.GOOGLE_CLIENT_ID
      ? { clientId: given.GOOGLE_CLIENT_ID, keysUrl: given.GOOGLE_KEYS_URL }
      : null,
    mail,
    smtpUrl: mail === 'smtp' ? (given.SMTP_URL ?? null) : null,
    mailFrom: given.MAIL_FROM ?? 'Knurl <shop@localhost>',
    trustProxy: proxies(given.TRUST_PROXY ?? 'off'),
    metrics: given.METRICS === 'on',
    metricsToken: given.METRICS_TOKEN ?? null,
    logLevel: given.LOG_LEVEL,
    jobs: given.JOBS === 'on',
    backups: { everyHours: given.BACKUP_HOURS, keep: given.BACKUP_KEEP },
  };
}

/** An address that names a host: `smtp:` alone would be one to `URL`. */
const isAddress = (value: string) => URL.canParse(value) && new URL(value).hostname !== '';

const isPlain = ({ username, pathname, search, hash }: URL) =>
  username === '' && /^\/*$/.test(pathname) && search === '' && hash === '';

// Login shells set MAIL to the path of a mailbox.
const isSaid = (name: string, value: string | undefined) =>
  Boolean(value?.trim()) && !(name === 'MAIL' && value?.startsWith('/'));

const isLiveKey = (key: string | undefined) => key !== undefined && /^[srp]k_live_/.test(key);

// Session cookies are Secure in live mode, so plain http would let nobody sign in; loopback is for trying it out.
function isPrivate(publicUrl: string | undefined): boolean {
  if (publicUrl === undefined) return true;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** An address, or a net such as 10.0.0.0/8: what Fastify takes, which would end the start with a stack. */
function isProxy(value: string): boolean {
  const [, net = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(value) ?? [];
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(net)] ?? 0;
  if (bits === undefined) return most > 0;
  // In an IPv4 address in the form of IPv6 the first 96 bits say nothing.
  const least = most === 128 && net.includes('.') ? 97 : 1;
  return Number(bits) >= least && Number(bits) <= most;
}

function proxies(value: string): Env['trustProxy'] {
  if (value === 'off') return false;
  return /^\d$/.test(value) ? Number(value) : value.split(',');
}

function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = chance.bytes(32).toString('hex');
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}
