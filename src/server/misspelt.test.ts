import { expect, it } from 'vitest';
import { VARIABLES } from '#server/env.ts';
import { misspelt } from '#server/misspelt.ts';

const meantBy = (name: string) => misspelt([name], VARIABLES).map(({ meant }) => meant);

it.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABSE_ULR', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['DATABASE-URL', 'DATABASE_URL'],
  ['DATABASE_URLS', 'DATABASE_URL'],
  ['TRUST_PROXI', 'TRUST_PROXY'],
  ['STRIPE_WEBHOOK_SECRETT', 'STRIPE_WEBHOOK_SECRET'],
  ['SHOP_MOD', 'SHOP_MODE'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['METRIC', 'METRICS'],
])('%s is taken for %s', (name, meant) => {
  expect(meantBy(name)).toEqual([meant]);
});

it('what others set is nobody’s slip', () => {
  const others = [
    ...'PATH HOME USER SHELL LANG PWD HOSTNAME HOSTS PORTS EMAIL MAILS MAILCHECK LOGNAME JOB TZ NODE_ENV'.split(
      ' ',
    ),
    ...'NODE_OPTIONS npm_config_loglevel LISTEN_FDS LISTEN_PID LISTEN_FDNAMES INVOCATION_ID XDG_DATA_DIRS'.split(
      ' ',
    ),
    ...'DATABASE_PORT DATABASE_HOST DATABASE_USER DATABASE_NAME DATABASE_PASSWORD DATABASE_PUBLIC_URL'.split(
      ' ',
    ),
    ...'PGHOST PGDATA POSTGRES_URL REDIS_URL SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASSWORD MAIL_HOST'.split(
      ' ',
    ),
    ...'GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CLIENT_SECRET STRIPE_API_KEY STRIPE_ACCOUNT PUBLIC_KEY'.split(
      ' ',
    ),
    ...'SECRET_KEY_BASE METRICS_PORT METRICS_PATH LOG_FORMAT LOG_FILE BACKUP_DIR TRUST_STORE HTTP_PROXY'.split(
      ' ',
    ),
    ...'TEST_DATABASE_URL TEST_BUILT CHROMIUM_PATH KUBERNETES_SERVICE_HOST DEMO SHOP_NAME SHOP_URL'.split(
      ' ',
    ),
  ];
  expect(misspelt(others, VARIABLES)).toEqual([]);
  expect(misspelt(VARIABLES, VARIABLES)).toEqual([]);
});
