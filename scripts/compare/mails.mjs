import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STEPS } from './cause-mails.mjs';

const ADMIN = 'admin@knurl.example';
const PAGE = 100;
const WAIT_MS = 120_000;
const later = ms => new Promise(done => setTimeout(done, ms));

/** Lists the templates that a checkout's server sends by, as its sources name them. */
function templatesOf(root) {
  const folder = join(root, 'src/server');
  const files = readdirSync(folder, { recursive: true }).filter(
    name => name.endsWith('.ts') && !/\.test\.ts$|\.test-support\.ts$|^test[/\\]/.test(name),
  );
  const named = files.flatMap(name =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/\btemplate: '([a-z-]+)'/g)].map(
      ([, kind]) => kind,
    ),
  );
  return new Set(named);
}

/** Opens a shop as the steps use it: calls in the name of those who are signed in, and the mails so far. */
async function visit(url, passwords) {
  const jars = {};
  const ask = async (who, path, input, sent = {}) => {
    const jar = (who !== null && !sent.aside && jars[who]) || {};
    const cookie = Object.entries(jar).map(pair => pair.join('='));
    const headers = { origin: url, ...(cookie.length > 0 && { cookie: cookie.join('; ') }) };
    const answer = await fetch(`${url}/trpc/${path}${sent.query ?? ''}`, {
      method: sent.query ? 'GET' : 'POST',
      headers: sent.query ? headers : { ...headers, 'content-type': 'application/json' },
      ...(!sent.query && { body: JSON.stringify(input) }),
    });
    const said = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(said.error ?? said).slice(0, 400)}`);
    const set = answer.headers.getSetCookie().map(one => one.split(';')[0]);
    if (who !== null && !sent.aside) {
      jars[who] = { ...jar, ...Object.fromEntries(set.map(one => /^([^=]+)=(.*)$/.exec(one).slice(1))) };
    }
    return said.result.data;
  };
  const read = (who, path, input) =>
    ask(who, path, input, { query: `?input=${encodeURIComponent(JSON.stringify(input))}` });
  const signIn = (email, password, aside) => {
    if (!aside) delete jars[email];
    return ask(email, 'auth.login', { email, password }, { aside });
  };
  /** Lets calls in the name of somebody whose password nobody knows be an Admin's who acts as them. */
  const actAs = async (email, _id) => {
    await ask(email, 'auth.login', { email: ADMIN, password: passwords[ADMIN] });
    await ask(email, 'auth.loginAs', { _id });
  };
  for (const [email, password] of Object.entries(passwords)) await signIn(email, password);
  const calls = { ask, read, signIn, actAs };
  const mail = (...which) => awaitMail(calls, ...which);
  return { ...calls, url, mail, passwords, kept: {} };
}

/** Finds the goods and the people that the steps are about. */
async function stockUp({ url, read }) {
  const list = async asked =>
    (await (await fetch(`${url}/api/v1/products?limit=50&${asked}`)).json()).products;
  const goods = [];
  for (const tile of [...(await list('inStock=true')), ...(await list('inStock=true&page=2'))]) {
    const { variants, isBundle } = await read(null, 'products.byId', { id: tile._id });
    const { stock = 0 } = variants.find(({ _id }) => _id === tile.variant) ?? {};
    if (stock >= 60 && !isBundle && tile.price >= 4 && tile.price < 20) goods.push(tile);
    if (goods.length === 4) break;
  }
  let set;
  for (const tile of await list('title=set')) {
    if ((await read(null, 'products.byId', { id: tile._id })).isBundle) set ??= tile;
  }
  const people = await read(ADMIN, 'users.simple', {});
  const ids = Object.fromEntries(people.map(({ email, _id }) => [email, _id]));
  return { goods, ids, set };
}

async function listMails({ read }) {
  const all = [];
  for (let page = 1; ; page++) {
    const { mails, total } = await read(ADMIN, 'mailbox.list', { page, limit: PAGE });
    all.push(...mails);
    if (mails.length === 0 || all.length >= total) return all;
  }
}

/** Waits for the mail of a kind to somebody, or for so many of them; reads the latest. */
async function awaitMail(shop, to, template, count = 1) {
  for (let waited = 0; waited < WAIT_MS; waited += 200) {
    const found = (await listMails(shop)).filter(mail => mail.to === to && mail.template === template);
    if (found.length >= count) return shop.read(ADMIN, 'mailbox.get', { id: found[0]._id });
    await later(200);
  }
  throw new Error(`${count} × ${template} to ${to} did not come`);
}

/** Waits until all mails were sent, and nothing that is told of later is still to come; reads them, the oldest first. */
async function readAll(shop, awaited) {
  for (let waited = 0; waited < WAIT_MS; waited += 1000) {
    const mails = await listMails(shop);
    const isDone = mails.every(({ status }) => status !== 'queued');
    if (isDone && awaited.every(kind => mails.some(({ template }) => template === kind))) break;
    await later(1000);
  }
  await later(2000);
  const all = [];
  for (const { _id } of (await listMails(shop)).reverse())
    all.push(await shop.read(ADMIN, 'mailbox.get', { id: _id }));
  return all;
}

/** Causes every mail that calls can cause in each of these shops alike, and reads them all. */
export async function causeAndReadMails(urls, passwords) {
  const shops = await Promise.all(
    urls.map(async url => {
      const shop = await visit(url, passwords);
      return { ...shop, ...(await stockUp(shop)) };
    }),
  );
  const failed = [];
  for (const [name, run] of STEPS) {
    const outcomes = await Promise.allSettled(shops.map(run));
    const errors = outcomes.map(({ reason }) => (reason ? String(reason.message ?? reason) : null));
    if (errors.some(Boolean)) failed.push({ name, errors });
  }
  const mails = await Promise.all(shops.map(shop => readAll(shop, ['back-in-stock', 'refund-issued'])));
  return { mails, failed };
}

/** Reads those mails of each shop that were not read before, once one of this kind is among them or was waited for in vain. */
export async function readLaterMails(urls, passwords, kind, before) {
  return Promise.all(
    urls.map(async (url, at) => {
      const known = new Set(before[at].map(({ _id }) => _id));
      const all = await readAll(await visit(url, { [ADMIN]: passwords[ADMIN] }), [kind]);
      return all.filter(({ _id }) => !known.has(_id));
    }),
  );
}

/** Sorts into groups by a key, as Map.groupBy does in later versions of Node. */
function grouped(all, keyOf) {
  const groups = new Map();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** Tells of each kind of mail that came, by its subjects, how often it did; and of the kinds that did not. */
export function tellKinds(mails, roots) {
  const known = new Set(roots.flatMap(root => [...templatesOf(root)]));
  const caused = grouped(mails, ({ template }) => template);
  const kinds = [...caused].sort(([one], [other]) => one.localeCompare(other));
  const lines = kinds.map(([kind, of]) => {
    const subjects = new Set(of.map(({ subject }) => subject.replace(/\d{5,}/g, '…')));
    return `  ${kind} (${of.length}): ${[...subjects].join(' | ')}`;
  });
  const missing = [...known].filter(kind => !caused.has(kind)).sort();
  return { lines, missing };
}

const FIELDS = ['template', 'to', 'subject', 'text', 'html', 'attachments', 'status'];

/** Pairs the mails of two shops by kind, recipient and subject, in the order in which they came, and says how each pair differs. */
export function compareMails([before, after], { plain, fields = FIELDS }) {
  const shown = mail => Object.fromEntries(fields.map(field => [field, plain(mailText(mail[field]))]));
  const subjectOf = mail => (fields.includes('subject') ? plain(mail.subject) : '');
  const nameOf = mail => [mail.template, mail.to, subjectOf(mail)].filter(Boolean).join(' · ');
  const [ofBefore, ofAfter] = [before, after].map(mails => grouped(mails, nameOf));
  const pairs = [];
  for (const name of new Set([...ofBefore.keys(), ...ofAfter.keys()])) {
    const [one = [], other = []] = [ofBefore.get(name), ofAfter.get(name)];
    for (let at = 0; at < Math.max(one.length, other.length); at++) {
      const [a, b] = [one[at], other[at]];
      if (!a || !b) pairs.push({ name, field: 'mail', texts: [a ? 'came' : 'none', b ? 'came' : 'none'] });
      else {
        const [left, right] = [shown(a), shown(b)];
        const field = fields.find(one => left[one] !== right[one]);
        pairs.push({ name, ...(field && { field, texts: [left[field], right[field]] }) });
      }
    }
  }
  return pairs;
}

/** Leaves out the secrets of links and keys, which are each shop's own. */
const mailText = content =>
  (typeof content === 'string' ? content : JSON.stringify(content))
    .replace(/#token=[\w-]+/g, '#token')
    .replace(/orderKey=[\w-]+/g, 'orderKey')
    .replace(/\(knurl_[\w-]+…\)/g, '(knurl_…)');
