import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#server/database/migrate.ts';
import { EnvError, parseEnv, VARIABLES } from '#server/env.ts';

const parse = (source: Record<string, string>) => parseEnv(source, () => 'd'.repeat(64));

const LIVE = {
  DATABASE_URL: 'postgres://shop:hunter2hunter2@db.example.org/shop',
  PUBLIC_URL: 'https://shop.example.org/',
  SECRET_KEY: '4f1c0a9be27d5538a6c3e1d2f0b94877',
  STRIPE_SECRET_KEY: 'sk_live_51abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_51abc',
  SMTP_URL: 'smtps://user:pass@mail.example.org',
  MAIL_FROM: 'Knurl <shop@example.org>',
  TRUST_PROXY: '1',
  METRICS_TOKEN: '8d30c5f1e7a2496b',
};

function problemsOf(source: Record<string, string>): readonly string[] {
  try {
    parse(source);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

describe('defaults', () => {
  it('is a demo shop on the embedded database when nothing is set', () => {
    expect(parse({})).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      mode: 'demo',
      demoData: true,
      payments: 'test',
      stripe: null,
      mail: 'captured',
      smtpUrl: null,
      trustProxy: false,
      host: '127.0.0.1',
      metrics: true,
      jobs: true,
      misspelt: [],
    });
  });

  it('is live with a database, Stripe and SMTP when these are named', () => {
    expect(parse(LIVE)).toMatchObject({
      publicUrl: 'https://shop.example.org',
      mode: 'live',
      demoData: false,
      payments: 'stripe',
      mail: 'smtp',
    });
  });

  it('counts empty as unset', () => {
    expect(parse({ PORT: '', DATABASE_URL: ' ', STRIPE_SECRET_KEY: '' })).toMatchObject({
      port: 3000,
      mode: 'demo',
    });
  });

  it('can be an empty demo', () => {
    expect(parse({ DEMO_DATA: 'off' }).demoData).toBe(false);
  });

  it('can not be changed', () => {
    const env = parse(LIVE);
    expect(() => Object.assign(env, { mode: 'demo' })).toThrow(TypeError);
    expect(() => Object.assign(env.stripe ?? {}, { secretKey: '' })).toThrow(TypeError);
  });

  it('takes hops or addresses for the proxy', () => {
    expect(parse({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    for (const nets of ['10.0.0.0/8,::1', '192.0.2.7', 'fc00::/7', '::ffff:10.0.0.0/104']) {
      const { trustProxy } = parse({ TRUST_PROXY: nets });
      expect(trustProxy).toEqual(nets.split(','));
      expect(() => fastify({ trustProxy: nets.split(',') })).not.toThrow();
    }
  });
});

describe('wrong values', () => {
  const wrong: Record<string, string[]> = {
    PORT: ['-1', '65536', '3000.5', '0x10', '1e3', 'http'],
    PUBLIC_URL: [
      ...['shop.example.org', 'ftp://shop.example.org', 'javascript:alert(1)'],
      ...['https://ada@shop.example.org', 'https://shop.example.org/?a=1', 'https://shop.example.org/#a'],
      'https://example.org/shop',
    ],
    DATABASE_URL: [
      ...['mysql://db/shop', 'db', 'postgres://shop:hunter2hunter2@db:port/shop'],
      ...['postgres://db-one:5432,,db-two/shop', 'postgres://[2001:db8::1]:5432/shop'],
      'postgres://shop:100%sure@db/shop',
    ],
    LISTEN_URL: ['http://db'],
    DATABASE_POOL: ['0', '1', '201', 'many'],
    SHOP_MODE: ['production', 'DEMO'],
    DEMO_DATA: ['yes'],
    SECRET_KEY: ['too short to be secret'],
    PAYMENTS: ['paypal'],
    STRIPE_SECRET_KEY: ['pk_test_123', '4242424242424242'],
    STRIPE_PUBLISHABLE_KEY: ['sk_test_123'],
    STRIPE_WEBHOOK_SECRET: ['sk_test_123'],
    STRIPE_API_BASE: ['localhost:1234'],
    ALLOW_TEST_PAYMENTS: ['yes'],
    MAIL: ['sendmail'],
    SMTP_URL: ['http://mail', 'smtp:hunter2', 'smtp:///hunter2', 'smtps://shop:100%sure@mail.example.org'],
    MAIL_FROM: ['shop', 'Shop <shop@example.org>\r\nBcc: all@example.org', 'a@b@c'],
    ALLOW_CAPTURED_MAIL: ['true'],
    TRUST_PROXY: [
      ...['true', '*', '0', 'abc', '12', 'a:b', '10.0.0.256', '10.0.0.0/8,abc', '127.0.0.1,', '127.0.0.1/'],
      ...[
        '127.0.0.1/99',
        '127.0.0.1/0',
        '::1/129',
        '::ffff:10.0.0.0/8',
        'fe80::1%eth0',
        '10.0.0.0/255.0.0.0',
      ],
    ],
    METRICS: ['no'],
    METRICS_TOKEN: ['short'],
    LOG_LEVEL: ['verbose'],
    JOBS: ['true'],
    BACKUP_HOURS: ['0'],
    BACKUP_KEEP: ['0', '-1'],
  };

  for (const [name, values] of Object.entries(wrong)) {
    it.each(values)(`${name} is named, its value %j is not shown`, value => {
      const problems = problemsOf({ [name]: value });
      expect(problems.filter(problem => problem.startsWith(`${name} `))).toHaveLength(1);
      expect(new EnvError(problems).message).not.toContain(value.length > 4 ? value : ` ${value} `);
    });
  }

  it('names all of them at once', () => {
    const problems = problemsOf({ PORT: 'x', MAIL: 'x', JOBS: 'x' });
    expect(problems.map(problem => problem.split(' ')[0])).toEqual(['PORT', 'MAIL', 'JOBS']);
  });
});

describe('guards', () => {
  const without = (...names: (keyof typeof LIVE)[]) =>
    Object.fromEntries(Object.entries(LIVE).filter(([name]) => !names.includes(name as keyof typeof LIVE)));
  const noStripe = without('STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET');
  const testStripe = { ...LIVE, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };

  it.each<[string, Record<string, string>, string]>([
    ['a secret', without('SECRET_KEY'), 'SECRET_KEY'],
    [
      'a secret that is no placeholder',
      { ...LIVE, SECRET_KEY: 'change-me-change-me-change-me-change-me' },
      'SECRET_KEY',
    ],
    ['a secret that was not typed', { ...LIVE, SECRET_KEY: '0123456789abcdef'.repeat(4) }, 'SECRET_KEY'],
    ['a secret of more than one letter', { ...LIVE, SECRET_KEY: 'a'.repeat(40) }, 'SECRET_KEY'],
    [
      'a secret that is no row of keys',
      { ...LIVE, SECRET_KEY: 'asdfghjkl_4f1c0a9be27d5538a6c3e1d2f' },
      'SECRET_KEY',
    ],
    [
      'a secret that says a thing once',
      { ...LIVE, SECRET_KEY: 'r7mQ2xkV9b'.repeat(4).slice(0, 36) },
      'SECRET_KEY',
    ],
    ['keys in no row', { ...LIVE, SECRET_KEY: 'qwertyuiopqwertyuiopqwertyuiopqw' }, 'SECRET_KEY'],
    ['a token that is no placeholder', { ...LIVE, METRICS_TOKEN: 'changemechangeme' }, 'METRICS_TOKEN'],
    ['a token of more than four letters', { ...LIVE, METRICS_TOKEN: 'mmmmnnnnmmmmooooo' }, 'METRICS_TOKEN'],
    ['a token that was not typed', { ...LIVE, METRICS_TOKEN: '98765432109876543' }, 'METRICS_TOKEN'],
    ['its address', without('PUBLIC_URL'), 'PUBLIC_URL'],
    ['https', { ...LIVE, PUBLIC_URL: 'http://shop.example.org' }, 'PUBLIC_URL'],
    ['no demo data', { ...LIVE, DEMO_DATA: 'on' }, 'DEMO_DATA'],
    ['a payment gateway', noStripe, 'PAYMENTS'],
    ['a gateway that moves money', testStripe, 'STRIPE_SECRET_KEY'],
    ['mail that leaves', without('SMTP_URL', 'MAIL_FROM'), 'MAIL'],
    ['a word on proxies', without('TRUST_PROXY'), 'TRUST_PROXY'],
    ['a word on metrics', without('METRICS_TOKEN'), 'METRICS_TOKEN'],
  ])('live mode asks for %s', (_, source, name) => {
    const problems = problemsOf(source);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.split(/[ =]/)[0]).toBe(name);
  });

  it.each<[string, Record<string, string>]>([
    ['the test gateway', { ...noStripe, ALLOW_TEST_PAYMENTS: 'no-money-moves' }],
    ['a test key of Stripe', { ...testStripe, ALLOW_TEST_PAYMENTS: 'no-money-moves' }],
    ['captured mail', { ...without('SMTP_URL', 'MAIL_FROM'), ALLOW_CAPTURED_MAIL: 'yes' }],
    ['no proxy in front', { ...LIVE, TRUST_PROXY: 'off' }],
    ['no metrics', { ...without('METRICS_TOKEN'), METRICS: 'off' }],
    ['http on this machine', { ...LIVE, PUBLIC_URL: 'http://127.0.0.1:3000' }],
    ['the embedded database', { ...without('DATABASE_URL'), SHOP_MODE: 'live' }],
  ])('live mode allows %s when asked by name', (_, source) => {
    expect(parse(source).mode).toBe('live');
  });

  it('keeps demo mode away from real cards', () => {
    expect(problemsOf({ ...LIVE, SHOP_MODE: 'demo' })[0]).toMatch(/^STRIPE_SECRET_KEY /);
  });

  it.each<[string, Record<string, string>]>([
    ['STRIPE_PUBLISHABLE_KEY', without('STRIPE_PUBLISHABLE_KEY')],
    ['STRIPE_WEBHOOK_SECRET', without('STRIPE_WEBHOOK_SECRET')],
    ['STRIPE_PUBLISHABLE_KEY', { ...LIVE, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    ['STRIPE_API_BASE', { ...LIVE, STRIPE_API_BASE: 'http://127.0.0.1:1' }],
    [
      'STRIPE_SECRET_KEY',
      { PAYMENTS: 'stripe', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    ],
    ['MAIL_FROM', without('MAIL_FROM')],
    ['SMTP_URL', { MAIL: 'smtp', MAIL_FROM: 'shop@example.org' }],
    ['LISTEN_URL', { LISTEN_URL: 'postgres://db/shop' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
    ['STRIPE_PUBLISHABLE_KEY', { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    ['STRIPE_API_BASE', { STRIPE_API_BASE: 'http://127.0.0.1:1' }],
    ['GOOGLE_KEYS_URL', { GOOGLE_KEYS_URL: 'http://127.0.0.1:1' }],
  ])('half an outside service is refused, naming %s', (name, source) => {
    expect(problemsOf(source).map(problem => problem.split(' ')[0])).toEqual([name]);
  });
});

it('keys of Stripe may lie ready while PAYMENTS=test says that they are not used', () => {
  const env = parse({
    PAYMENTS: 'test',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  });
  expect(env).toMatchObject({ payments: 'test', stripe: null });
});

describe('what the environment says of the outside', () => {
  it('a live shop listens on all addresses, a demo on this machine’s own, unless HOST says otherwise', () => {
    expect(parse(LIVE).host).toBe('0.0.0.0');
    expect(parse({ ...LIVE, HOST: '10.0.0.5' }).host).toBe('10.0.0.5');
    expect(parse({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
    const onPostgres = { DATABASE_URL: LIVE.DATABASE_URL, SHOP_MODE: 'demo' };
    expect(parse(onPostgres).host).toBe('127.0.0.1');
  });

  it.each([
    'postgres://shop:p%40ss@db-one,db-two/shop',
    'postgres://shop:p%40ss@db-one:5432,db-two:5433/shop?target_session_attrs=primary',
    'postgresql://db/shop?sslmode=require',
  ])('a database of several hosts, or one, can be named: %s', address => {
    expect(parse({ ...LIVE, DATABASE_URL: address }).databaseUrl).toBe(address);
  });

  it('the mailbox that a login shell names is none of the shop’s', () => {
    expect(parse({ MAIL: '/var/mail/ada' }).mail).toBe('captured');
  });
});

describe('a name that is ours but for a slip', () => {
  it('is told, unless the right one is there too', () => {
    const slip = { given: 'TRUST_PROXI', meant: 'TRUST_PROXY' };
    expect(parse({ TRUST_PROXI: '1' }).misspelt).toEqual([slip]);
    expect(parse({ TRUST_PROXI: '1', TRUST_PROXY: '1' }).misspelt).toEqual([]);
    expect(parse({ TRUST_PROXI: ' ' }).misspelt).toEqual([]);
    const { TRUST_PROXY: _, ...others } = LIVE;
    expect(problemsOf({ ...others, TRUST_PROXI: '1' })).toEqual([
      expect.stringMatching(/^TRUST_PROXY is missing/),
      'TRUST_PROXI is not a variable of the shop: did you mean TRUST_PROXY?',
    ]);
  });

  it('stops the start where a demo would open in the place of a live shop', () => {
    const address = 'postgres://shop:hunter2hunter2@db/shop';
    expect(problemsOf({ DATABSE_URL: address })).toEqual([
      'DATABSE_URL is not a variable of the shop: did you mean DATABASE_URL?',
    ]);
    expect(problemsOf({ SHOP_MOD: 'live' })).toHaveLength(1);
    expect(parse({ DATABSE_URL: address, SHOP_MODE: 'demo' }).misspelt).toHaveLength(1);
  });
});

it('.env.example names every variable, and no other', () => {
  const text = readFileSync(join(ROOT, '.env.example'), 'utf8');
  const named = [...text.matchAll(/^# ?([A-Z_]+)=/gm)].map(match => match[1]);
  expect(named.toSorted()).toEqual(VARIABLES.toSorted());
});
