import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasSessionCookie, readCookie } from '#server/auth/sessions.ts';
import type { App, Context } from '#server/context.ts';
import { counterOf } from '#server/counts.ts';
import { createContext } from '#server/create-context.ts';
import { outageOf } from '#server/database/db.ts';
import { ROOT } from '#server/database/migrate.ts';
import { serveBuilt } from '#server/http/built-files.ts';
import { compress, wantedEncoding } from '#server/http/compression.ts';
import { failureOf } from '#server/http/failures.ts';
import { createKeptPages, KEPT_SECONDS, type KeptPage, type KeptPages } from '#server/http/kept-pages.ts';
import { pagePolicy } from '#server/http/security-headers.ts';
import { LAYOUTS } from '#server/layouts/layouts.ts';
import { CATALOGUE, STOCK } from '#server/listing/facet-counts.ts';
import { appRouter } from '#server/router.ts';
import { mountRobots } from '#server/site/site-files-door.ts';
import { SITE } from '#server/site/tables.ts';
import { errorBody } from '#server/trpc.ts';

type Renderer = Pick<
  typeof import('#client/entry-server.tsx'),
  'renderPage' | 'KEPT_OUT' | 'isShared' | 'isForDevelopers' | 'SHARED_BY_COOKIES'
>;
type Assets = Parameters<Renderer['renderPage']>[0]['assets'];

/** The source of pages: the build, or Vite while developing. */
interface Source {
  load: () => Promise<Renderer>;
  assets: Assets;
  dev: boolean;
}

const pagesFrom = counterOf('pages_total', 'Pages answered, by where they come from.', {
  from: ['kept', 'rendered'],
});

interface House {
  source: Source;
  parts: App;
  policy: ReturnType<typeof pagePolicy>;
  keptPages: KeptPages;
}

const CLIENT = join(ROOT, 'dist/client');
const MANIFEST = join(CLIENT, '.vite/manifest.json');
const ENTRY = 'src/client/entry-client.tsx';
const RETRY_SECONDS = '5';
const YEAR_SECONDS = 365 * 24 * 3600;

/** Every address that is neither a call nor a file is a page; without a build, pages alone answer 503. */
export async function registerPages(app: FastifyInstance, parts: App): Promise<void> {
  const source = process.argv.includes('--dev') ? await viteSource(app) : await builtSource(app);
  const house: House | null = source && {
    ...{ source, parts },
    policy: pagePolicy(parts.env),
    keptPages: createKeptPages(parts.cache, [CATALOGUE, STOCK, SITE, LAYOUTS]),
  };
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    failPage(request, reply, error);
  if (source) {
    const keptOut = async () => (await source.load()).KEPT_OUT;
    mountRobots(app, { publicUrl: parts.env.publicUrl, keptOut });
  }
  app.get('/*', { config: { door: 'page', costly: true }, errorHandler }, async (request, reply) => {
    if (/^\/(api|trpc|assets)(\/|$|\?)/.test(request.url)) return reply.callNotFound();
    if (!house) return plainPage(reply, 503, 'The shop is not built yet. Run npm run build.');
    try {
      return await answer(house, request, reply);
    } catch (error) {
      return failPage(request, reply, error);
    }
  });
}

interface Rendering extends Omit<Parameters<Renderer['renderPage']>[0], 'request' | 'router' | 'assets'> {
  cookie: string;
}

/** Answers with a page: for guests with one that is kept, where there is one. */
async function answer(house: House, request: FastifyRequest, reply: FastifyReply) {
  const { source, parts, keptPages } = house;
  const address = addressOf(request, parts);
  const { renderPage, isShared, isForDevelopers, SHARED_BY_COOKIES } = await source.load();
  // By the page that it leads to: letters may be large, or written as %64.
  if (parts.env.mode === 'live' && isForDevelopers(new URL(`${parts.env.publicUrl}${address}`).pathname))
    return plainPage(reply, 404, 'This page does not exist.');
  const render = ({ cookie, context }: Rendering) =>
    renderPage({
      request: new Request(`${parts.env.publicUrl}${address}`, { headers: { cookie } }),
      router: appRouter,
      context,
      assets: source.assets,
    });
  const isGuest = !source.dev && !isSomebody(parts, request.headers);
  // All that such a page knows of its reader.
  const cookie = cookiesNamed(SHARED_BY_COOKIES, request.headers.cookie);
  const key = `${cookie} ${address}`;
  const kept = isGuest && keptPages.find(key);
  pagesFrom.inc({ from: kept ? 'kept' : 'rendered' });
  if (kept) return sendKept(kept, request, reply);
  const context = await createContext(parts, request, reply, {
    ...{ via: 'ssr', scope: 'by procedure', costly: true },
  });
  const isOfAll = isShared(address.replace(/[?#].*/, ''));
  if (!isGuest || !isOfAll) {
    const page = await render({ cookie: request.headers.cookie ?? '', context });
    return send(page, { ...house, keeping: isOfAll ? 'no-cache' : 'no-store' }, request, reply);
  }
  const { made, page } = await keptPages.make(
    key,
    () => render({ cookie, context: forNobody(context) }),
    whole => (isWhole(whole) ? { html: whole.html, policy: house.policy(whole.inlineScript) } : null),
  );
  return page
    ? sendKept(page, request, reply)
    : send(made, { ...house, keeping: 'no-cache' }, request, reply);
}

/** Path and query: some clients, and all that take us for a proxy, send the whole address, whatever its host. */
const addressOf = ({ url }: FastifyRequest, { env }: App): string => {
  if (url.startsWith('/')) return url;
  const { pathname, search } = new URL(url, env.publicUrl);
  return pathname + search;
};

type Page = Awaited<ReturnType<Renderer['renderPage']>>;
type WrittenPage = Extract<Page, { html: Buffer }>;

const isWhole = (page: Page): page is WrittenPage =>
  'html' in page && page.status === 200 && !page.error && page.missed.length === 0;

/** Says whether the browser may show a page again, as by Back: of one that holds what is somebody's own others may be the next to see it. */
type Keeping = 'no-cache' | 'no-store';

async function send(
  page: Page,
  { source, policy, keeping }: House & { keeping: Keeping },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if ('location' in page) return reply.redirect(page.location, page.status);
  if (page.error) logPage(request, page.error);
  const status = [page.error, ...page.missed].some(isOutage) ? 503 : page.status;
  if (status === 503) reply.header('retry-after', RETRY_SECONDS);
  // Vite reloads through a web socket and inline styles, which the policy of a built shop forbids.
  if (source.dev) reply.removeHeader('content-security-policy');
  else reply.header('content-security-policy', policy(page.inlineScript));
  const { html } = page;
  reply.code(status).header('cache-control', `private, ${keeping}`).header('vary', 'accept-encoding');
  return sendHtml(request, reply, async encoding => (encoding ? compress(html, encoding) : html));
}

/** Proxies may keep it as long as we do; browsers ask each time whether it is still the same. */
const SHARED_CONTROL = `public, max-age=0, s-maxage=${KEPT_SECONDS}`;

async function sendKept(page: KeptPage, request: FastifyRequest, reply: FastifyReply) {
  reply
    .header('content-security-policy', page.policy)
    .header('cache-control', SHARED_CONTROL)
    .header('vary', 'accept-encoding, cookie')
    .header('etag', page.tag);
  if (hasTag(request.headers['if-none-match'], page.tag)) return reply.code(304).send();
  return sendHtml(request, reply, page.body);
}

async function sendHtml(request: FastifyRequest, reply: FastifyReply, bodyIn: KeptPage['body']) {
  const encoding = wantedEncoding(request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(await bodyIn(encoding));
}

const hasTag = (known: string | undefined, tag: string): boolean =>
  known?.split(',').some(one => one.trim() === tag) ?? false;

/** Whether a request may come from somebody, if only from somebody who once was. */
function isSomebody(parts: App, { authorization, cookie }: FastifyRequest['headers']): boolean {
  return authorization !== undefined || hasSessionCookie(parts, cookie);
}

const cookiesNamed = (names: readonly string[], cookie: string | undefined): string =>
  names.map(name => `${name}=${readCookie(cookie, name) ?? ''}`).join('; ');

/** Leaves nothing of whoever happens to ask first: what is rendered with it goes out to everybody. */
const forNobody = (context: Context): Context => ({
  ...context,
  ...{ user: null, session: null, key: null, ip: '', userAgent: '' },
  readCookie: () => null,
  setCookie: name => {
    throw new Error(`A page that guests share sets the cookie ${name}`);
  },
});

/** A page is no call: whoever reads logs or figures sees an outage or overload as 503, apart from limits of rate. */
function isOutage(error: unknown): boolean {
  if (!error) return false;
  const asked = (error as { data?: { reason?: unknown } }).data?.reason;
  const reason = asked ?? errorBody(failureOf(error)).body.reason;
  return reason === 'unavailable' || reason === 'busy';
}

function failPage(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const { status, body } = errorBody(failureOf(error));
  if (status >= 500) logPage(request, error);
  return plainPage(reply, isOutage(error) ? 503 : status, body.message);
}

function logPage(request: FastifyRequest, error: unknown): void {
  const why = outageOf(failureOf(error).cause ?? error);
  if (why === null) request.log.error({ err: error }, 'page failed');
  else request.log.error({ why }, 'the database does not answer');
}

/** Sends what is shown when not even the error page can be rendered. `text` is ours, never a visitor's. */
function plainPage(reply: FastifyReply, status: number, text: string) {
  if (status === 503 || status === 429) reply.header('retry-after', RETRY_SECONDS);
  const again = status >= 500 ? '<p>Your cart is kept. Please try again in a moment.</p>' : '';
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Knurl</title></head><body style="max-width:36rem;margin:18vh auto;padding:0 24px;font:16px/24px system-ui,sans-serif;color:#1b211f"><p style="font-weight:700;font-size:21px;color:#1d4b45">Knurl</p><h1 style="font-size:24px;line-height:30px">${text}</h1>${again}<p><a style="color:#1d4b45" href="/">Home</a></p></body></html>`,
    );
}

async function builtSource(app: FastifyInstance): Promise<Source | null> {
  if (!existsSync(MANIFEST)) return null;
  await app.register(serveFiles);
  // By the first page that is asked for: a process that answers calls alone has no need of it.
  let renderer: Renderer | null = null;
  const load = async () => {
    renderer ??= (await import(pathToFileURL(join(ROOT, 'dist/server/entry-server.js')).href)) as Renderer;
    return renderer;
  };
  return { load, assets: builtAssets(), dev: false };
}

async function serveFiles(files: FastifyInstance): Promise<void> {
  // Their names change with their content.
  const forEver = `public, max-age=${YEAR_SECONDS}, immutable`;
  serveBuilt(files, { folder: join(CLIENT, 'assets'), prefix: '/assets/', cacheControl: forEver });
  serveBuilt(files, { folder: CLIENT, prefix: '/', cacheControl: 'public, max-age=86400' });
}

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** The files behind a page's sources, from the build's manifest; an entry lists only its own, so imports are followed. */
function builtAssets(): Assets {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const known = new Map<string, ReturnType<Assets>>();
  return sources => {
    const key = sources.join();
    const before = known.get(key);
    if (before) return before;
    const chunks = new Set<Chunk>();
    const add = (name: string) => {
      const chunk = manifest[name];
      if (!chunk) throw new Error(`${name} is not part of the build`);
      if (chunks.has(chunk)) return;
      for (const imported of chunk.imports ?? []) add(imported);
      chunks.add(chunk);
    };
    for (const name of [ENTRY, ...sources]) add(name);
    const entry = `/${manifest[ENTRY]?.file}`;
    const assets = {
      styles: [...new Set([...chunks].flatMap(chunk => chunk.css ?? []))].map(file => `/${file}`),
      modules: [...chunks].map(chunk => `/${chunk.file}`).filter(file => file !== entry),
      entry: [entry],
      inline: '',
    };
    known.set(key, assets);
    return assets;
  };
}

// The refresh runtime has to be in place before the first component is loaded, which modules of a page don't promise.
const DEV_START = `import('/@react-refresh').then(r => {
  r.injectIntoGlobalHook(window);
  window.$RefreshReg$ = () => {};
  window.$RefreshSig$ = () => type => type;
  return import('/@vite/client').then(() => import('/${ENTRY}'));
});`;

async function viteSource(app: FastifyInstance): Promise<Source> {
  const [{ createServer }, { default: middie }] = await Promise.all([
    import('vite'),
    import('@fastify/middie'),
  ]);
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  await app.register(middie);
  app.use(vite.middlewares);
  app.addHook('onClose', () => vite.close());
  return {
    load: async () => (await vite.ssrLoadModule('/src/client/entry-server.tsx')) as Renderer,
    assets: () => ({ styles: ['/src/client/global.css?direct'], modules: [], entry: [], inline: DEV_START }),
    dev: true,
  };
}
