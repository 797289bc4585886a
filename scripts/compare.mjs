#!/usr/bin/env node
// Compares what two built checkouts of the shop answer, so that a change of the house can be shown to change nothing:
//   node scripts/compare.mjs OLD NEW
//   node scripts/compare.mjs OLD NEW --but-texts   what people read may differ, elements and fields may not
// Each starts on a demo shop of its own. Pages are read as a guest and as each account of the demo shop, the API's
// document and answers beside them, and then every mail that calls can cause (compare/cause-mails.mjs): kinds of mail
// that none caused are named, as nothing is shown of them. Names of built files, nonces, ids, secrets and times are left out.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { causeAndReadMails, compareMails, readLaterMails, tellKinds } from './compare/mails.mjs';

const butTexts = process.argv.includes('--but-texts');
const [oldRoot, newRoot] = process.argv.slice(2, 4).map(path => resolve(path));
if (!oldRoot || !newRoot) {
  console.error('usage: node scripts/compare.mjs OLD NEW [--but-texts]');
  process.exit(1);
}

const ACCOUNTS = {
  'admin@knurl.example': 'brass-hinge-admin',
  'employee@knurl.example': 'brass-hinge-counter',
  'dana@hollis.example': 'brass-hinge-trade',
  'eli@hollis.example': 'brass-hinge-bench',
  'rae@home.example': 'brass-hinge-home',
};

const PAGES = [
  ...[
    '/',
    '/products',
    '/products?page=3&sort=price_desc',
    '/search?title=satin+nickel+pull',
    '/search?title=zzz',
  ],
  ...[
    '/category-products?type=normal&categories=Hinges',
    '/category-products?type=sale',
    '/categories',
    '/categories/Pulls',
  ],
  ...[
    '/products?inStock=true&vendor=Castwell&minPrice=2&maxPrice=20&holes=96+mm',
    '/products?options=%7B%22Finish%22%3A%5B%22Matte+Black%22%5D%7D',
  ],
  ...[
    '/compare',
    '/about',
    '/privacy',
    '/return',
    '/contact',
    '/learn-more-commercial',
    '/learn-more-retail',
    '/qb-info',
  ],
  ...[
    '/orders/lookup',
    '/quick-order',
    '/invitation',
    '/set-password',
    '/confirm-email',
    '/undo-email',
    '/commercial',
  ],
  ...[
    '/checkout',
    '/checkout/login',
    '/checkout/summary',
    '/checkout/thank-you',
    '/shared-cart/nothing',
    '/nowhere',
  ],
  ...['/user', '/user/settings', '/user/orders', '/user/favorites', '/user/notifications', '/user/statement'],
  ...[
    '/user/special-pricing',
    '/user/team',
    '/user/make-payment/all',
    '/admin/orders',
    '/robots.txt',
    '/sitemap.xml',
  ],
];

const CALLS = [
  ...[
    'openapi.json',
    'site',
    'tags/categories',
    'filters',
    'layouts?template=Page',
    'products?limit=50',
    'products?sort=popularity&limit=50&page=2',
  ],
  ...[
    'products?title=knob',
    'products?title=96mm+pull',
    'products?inStock=true&type=sale',
    'products/nothing',
    'orders',
    'users/me',
  ],
].map(path => `/api/v1/${path}`);

const free = [
  // How the build is cut into files is not what a page says.
  [/<link rel="(modulepreload|stylesheet)"[^>]*>/g, ''],
  [/ nonce="[^"]*"/g, ''],
  [/\/assets\/[\w.-]+/g, '/assets/'],
  [/\b_[\w-]+_[\w-]{5}_\d+\b/g, '_class_'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'time'],
  [/"(dataUpdatedAt|dehydratedAt)":\d+/g, '"$1":0'],
  [/(localhost|127\.0\.0\.1):\d+/g, 'host'],
  [/"orderKey":"[\w-]+"/g, '"orderKey"'],
  [/"siteVersion":"\w+"/g, '"siteVersion"'],
  // Sessions are known by what nobody can guess; routes by their places in a table.
  [/"_id":"[\w-]{43}"/g, '"_id"'],
  [/"(\d+(-\d+)+|shop pages)":/g, '"route":'],
];
const texts = [
  [/<script[^>]*>[\s\S]*?<\/script>/g, ''],
  [/>[^<]*</g, '><'],
  [/ (aria-label|aria-description|placeholder|title|alt|content)="[^"]*"/g, ' $1'],
  [/"(message|description|summary|text|title)":"(\\.|[^"\\])*"/g, '"$1"'],
];
const plain = text =>
  [...free, ...(butTexts ? texts : [])].reduce(
    (left, [pattern, by]) => left.replace(pattern, by),
    withoutReact(text),
  );

/** Leaves of how a page is brought what it says: its answers, by which call each is, and no mark of React's own. */
function withoutReact(page) {
  return page
    .replace(/<link rel="expect"[^>]*>|<template id="_R_"><\/template>|<meta property="csp-nonce"[^>]*>/g, '')
    .replace(/<script[^>]*>knurlPressed[\s\S]*?window\.knurlState=([\s\S]*?);?<\/script>/, (_, state) => {
      const { queries, router } = JSON.parse(state);
      const answers = queries.queries?.map(query => [query.queryKey, query.state.data]) ?? queries;
      return `<script>${JSON.stringify({ answers, router })}</script>`;
    });
}

/** Lets a process believe that it is so many days later. */
const laterBy = days => {
  const ms = days * 24 * 3600 * 1000;
  const clock = `globalThis.Date = class extends Date {
    constructor(...said) { if (said.length > 0) super(...said); else super(Date.now()); }
    static now() { return super.now() + ${ms}; }
  }`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clock)}` };
};

const opened = [];

async function open(root, { folder = mkdtempSync(join(tmpdir(), 'knurl-compare-')), days = 0 } = {}) {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      SHOP_MODE: 'demo',
      NODE_ENV: 'production',
      ...(days > 0 && laterBy(days)),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  opened.push(child);
  let printed = '';
  child.stdout.on('data', chunk => {
    printed += chunk;
  });
  for (let waited = 0; ; waited += 100) {
    const url = /open at (https?:\/\/\S+:\d+)/.exec(printed)?.[1];
    const reopen = async days => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      return open(root, { folder, days });
    };
    if (url) return { url, folder, reopen };
    if (child.exitCode !== null || waited > 120_000) throw new Error(`${root} did not start:\n${printed}`);
    await new Promise(later => setTimeout(later, 100));
  }
}

/** The cookies of somebody who signed in, or null where nobody may. */
async function signIn(url, email, password) {
  const answer = await fetch(`${url}/trpc/auth.login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  const cookies = answer.headers.getSetCookie().map(cookie => cookie.split(';')[0]);
  return answer.ok && cookies.length > 0 ? cookies.join('; ') : null;
}

async function read(url, path, cookie) {
  const answer = await fetch(`${url}${path}`, { redirect: 'manual', headers: cookie ? { cookie } : {} });
  return `${answer.status} ${answer.headers.get('content-type')} ${answer.headers.get('location')}\n${plain(await answer.text())}`;
}

/** Shows where two texts part, with a little around it. */
function parting(a, b) {
  let at = 0;
  while (a[at] === b[at]) at++;
  return [a, b].map(text => text.slice(Math.max(0, at - 80), at + 160).replace(/\n/g, '⏎'));
}

const urlsOf = shops => shops.map(({ url }) => url);
/** Comes near the end of an API key that was made today, of which its owner is told. */
const NEAR_THE_END = 80;

async function compareAllMails() {
  const { mails: soon, failed } = await causeAndReadMails(urlsOf(shops), ACCOUNTS);
  shops = await Promise.all(shops.map(shop => shop.reopen(NEAR_THE_END)));
  const late = await readLaterMails(urlsOf(shops), ACCOUNTS, 'api-keys-end', soon);
  const mails = soon.map((of, at) => [...of, ...late[at]]);
  const fields = butTexts ? ['template', 'to', 'html', 'attachments'] : undefined;
  const pairs = compareMails(mails, { plain, fields });
  for (const { name, field, texts } of pairs) {
    if (!field) equal++;
    else {
      different++;
      console.log(`✗ mail ${name}: ${field}\n  ${parting(...texts).join('\n  ')}`);
    }
  }
  for (const { name, errors } of failed) {
    different++;
    console.log(`✗ could not cause ${name}\n  ${errors.map(error => error ?? 'caused').join('\n  ')}`);
  }
  const { lines, missing } = tellKinds(mails.flat(), [oldRoot, newRoot]);
  console.log(`${pairs.length} mails compared, by kind (in both shops together):\n${lines.join('\n')}`);
  console.log(
    `Kinds of mail that were NOT caused, so that nothing is shown of them: ${missing.join(', ') || 'none'}`,
  );
}

let shops = await Promise.all([oldRoot, newRoot].map(root => open(root)));
let [equal, different] = [0, 0];
try {
  for (const [who, password] of [['guest', null], ...Object.entries(ACCOUNTS)]) {
    const cookies = await Promise.all(shops.map(({ url }) => (password ? signIn(url, who, password) : null)));
    if (password && !cookies.every(Boolean)) throw new Error(`${who} could not sign in`);
    for (const path of [...PAGES, ...CALLS]) {
      const [before, after] = await Promise.all(shops.map(({ url }, at) => read(url, path, cookies[at])));
      if (before === after) {
        equal++;
        continue;
      }
      different++;
      console.log(`✗ ${who} ${path}\n  ${parting(before, after).join('\n  ')}`);
    }
  }
  await compareAllMails();
} finally {
  for (const child of opened) child.kill('SIGKILL');
  for (const { folder } of shops) rmSync(folder, { recursive: true, force: true });
}
console.log(`${equal} answers equal, ${different} different`);
process.exit(different > 0 ? 1 : 0);
