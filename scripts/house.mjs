#!/usr/bin/env node
// How the house stands: which domain imports which, circles, and lengths. `floors.test.ts` holds what this prints.
//   node scripts/house.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** From the ground up: a domain imports its own floor and those below it. */
export const FLOORS = {
  ground: [
    'backups',
    'comments',
    'layouts',
    'logs',
    'mail',
    'notifications',
    'photos',
    'site',
    'templates',
    'views',
  ],
  catalogue: [
    'filters',
    'imports',
    'listing',
    'products',
    'reviews',
    'search',
    'suggestions',
    'tags',
    'variants',
    'vendors',
  ],
  people: ['auth', 'companies', 'team', 'users'],
  trade: [
    'accounting',
    'approvals',
    'carts',
    'coupons',
    'documents',
    'office',
    'orders',
    'payments',
    'picking',
    'returns',
  ],
};

/** Every domain may import these: they know no domain. */
const BELOW = ['database', 'http', 'integrations', 'jobs'];
/** No domain's: the tests' own. */
const BESIDE = ['test', 'simulation'];

const ALL_FLOORS = Object.keys(FLOORS);
const floorOf = domain => ALL_FLOORS.findIndex(floor => FLOORS[floor].includes(domain));

/** Routers and doors are the top floor: they lead in, and nothing of the house leads to them. Tables refer to each other. */
const isWithin = path => !/(^|[/-])router\.ts$|-door\.ts$|(^|\/)tables\.ts$/.test(path);

const isSource = path => /\.tsx?$/.test(path) && !/\.(test|test-support)\.tsx?$/.test(path);

/** Paths below a folder, relative to it. */
function filesIn(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name).slice(join(ROOT, folder).length + 1));
}

/** Lists what a file imports from `#server`, values alone: a type ties nothing down as the program runs. */
export function valueImports(text) {
  return [...text.matchAll(/^import (type )?([^;]*?)\s*from '#server\/([^']+)';/gm)]
    .filter(([, type, names]) => !type && !/^\{(\s*type [^,}]+,?)+\s*\}$/.test(names))
    .map(match => match[3]);
}

/** Every import of another domain: `{ from, to }` by files below src/server. */
export function arrows() {
  return filesIn('src/server')
    .filter(path => path.includes('/') && isSource(path) && isWithin(path))
    .filter(path => ![...BELOW, ...BESIDE].includes(domainOf(path)))
    .flatMap(path =>
      valueImports(readFileSync(join(ROOT, 'src/server', path), 'utf8'))
        .filter(to => to.includes('/') && !to.endsWith('/tables.ts'))
        .filter(to => domainOf(to) !== domainOf(path) && ![...BELOW, ...BESIDE].includes(domainOf(to)))
        .map(to => ({ from: path, to })),
    );
}

const domainOf = path => path.split('/')[0];

/** Arrows that point upwards, as `from → to`. */
export const backArrows = (all = arrows()) =>
  all
    .filter(({ from, to }) => floorOf(domainOf(to)) > floorOf(domainOf(from)))
    .map(({ from, to }) => `${from} → ${to}`)
    .sort();

/** Domains that stand on no floor. */
export const homeless = () =>
  readdirSync(join(ROOT, 'src/server'), { withFileTypes: true })
    .filter(entry => entry.isDirectory() && ![...BELOW, ...BESIDE].includes(entry.name))
    .map(({ name }) => name)
    .filter(name => floorOf(name) < 0);

/** Groups whose members all lead to each other, the largest first. `edges`: pairs of names. */
export function circlesOf(edges) {
  const next = new Map();
  for (const [from, to] of edges) {
    next
      .set(from, next.get(from) ?? new Set())
      .get(from)
      .add(to);
    if (!next.has(to)) next.set(to, new Set());
  }
  const reach = new Map([...next.keys()].map(name => [name, reachOf(name, next)]));
  const seen = new Set();
  const circles = [];
  for (const name of next.keys()) {
    if (seen.has(name)) continue;
    const circle = [...reach.get(name)].filter(other => reach.get(other).has(name)).sort();
    for (const other of circle) seen.add(other);
    if (circle.length > 1) circles.push(circle);
  }
  return circles.sort((a, b) => b.length - a.length);
}

function reachOf(start, next) {
  const found = new Set();
  const open = [...next.get(start)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...next.get(name));
  }
  return found;
}

export const domainCircles = (all = arrows()) =>
  circlesOf(all.map(({ from, to }) => [domainOf(from), domainOf(to)]));

/** Circles of files in value imports, anywhere in the server. */
export function fileCircles() {
  const files = filesIn('src/server').filter(isSource);
  return circlesOf(
    files.flatMap(path =>
      valueImports(readFileSync(join(ROOT, 'src/server', path), 'utf8')).map(to => [path, to]),
    ),
  );
}

/** The room of a screen: its area and folder, or its area alone where it lies loose there. */
const roomOf = path => path.split('/').slice(0, -1).slice(0, 2).join('/');

/** Imports of one screen from another's room, as `from → to`; the frame is around all of them, and tables of pages list them. */
export const routeArrows = () =>
  filesIn('src/client/routes')
    .filter(path => isSource(path) && !path.endsWith('-pages.ts'))
    .flatMap(path =>
      [...readFileSync(join(ROOT, 'src/client/routes', path), 'utf8').matchAll(/'#client\/routes\/([^']+)'/g)]
        .map(([, to]) => to)
        .filter(to => !['', 'frame', roomOf(path)].includes(roomOf(to)) && !to.endsWith('-pages.ts'))
        .map(to => `${path} → ${to}`),
    );

/** Rows of the tables of pages and filters that name what another row names already: an address or a screen of one section, a filter. */
export function namedTwice() {
  const tables = filesIn('src/client')
    .filter(path => /-pages\.ts$|listing-filters\.ts$/.test(path))
    .map(path => readFileSync(join(ROOT, 'src/client', path), 'utf8'));
  return tables
    .flatMap(table => table.split(/^(?=export const )/m))
    .flatMap(table => {
      const names = [
        ...table.matchAll(/\bpath: ('[^']*')/g),
        ...table.matchAll(/import\('([^']+)'\)/g),
        ...table.matchAll(/^ {2}(?: {2})?\{? ?name: ('[^']+')/gm),
      ].map(([, name]) => name);
      return names.filter((name, at) => names.indexOf(name) !== at);
    });
}

/** Source files with the number of their lines, the longest first. */
export function lengths() {
  return ['src', 'scripts', 'bench', 'e2e']
    .flatMap(folder => filesIn(folder).map(path => join(folder, path)))
    .filter(path => /\.(tsx?|mjs)$/.test(path))
    .map(path => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1 }))
    .sort((a, b) => b.lines - a.lines);
}

function print() {
  const all = arrows();
  const back = backArrows(all);
  console.log(`${all.length} arrows between domains, ${back.length} of them upwards`);
  for (const arrow of back) console.log(`  ${arrow}`);
  for (const circle of domainCircles(all)) console.log(`circle of ${circle.length}: ${circle.join(', ')}`);
  for (const circle of fileCircles()) console.log(`files in a circle: ${circle.join(', ')}`);
  for (const arrow of routeArrows()) console.log(`a screen imports another: ${arrow}`);
  for (const name of namedTwice()) console.log(`named twice in tables of pages or filters: ${name}`);
  for (const name of homeless()) console.log(`on no floor: ${name}`);
  const long = lengths();
  const middle = long[Math.floor(long.length / 2)];
  console.log(`${long.length} files, half of them up to ${middle.lines} lines; the longest:`);
  for (const { path, lines } of long.slice(0, 8)) console.log(`  ${lines} ${path}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) print();
