import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync } from 'vite';
import { type Kind, type Node, variantsOf } from './operators.ts';

/** Code that moves money or lets people in. Each area gets its share of the mutants, and no fewer than the least. */
export const AREAS = {
  rules: 'src/shared/rules',
  orders: 'src/server/orders',
  payments: 'src/server/payments',
  coupons: 'src/server/coupons',
  auth: 'src/server/auth',
};

export type Area = keyof typeof AREAS;

/** One change at one place. `from` and `to` are the texts of what is replaced, on one line each. */
export interface Site {
  /** Its place among all sites, by which the running code asks for it. */
  number: number;
  area: Area;
  file: string;
  line: number;
  /** The source line that it begins in. */
  text: string;
  kind: Kind;
  from: string;
  to: string;
  /** Tells it from others of the same words in its file. */
  id: string;
}

interface Placed extends Site {
  start: number;
  end: number;
  /** The code that stands there instead. */
  code: string;
  isStatement: boolean;
}

/** Tables are what migrations were made from: tests run on the migrations, where a changed table changes nothing. */
const isMutated = (name: string) =>
  name.endsWith('.ts') && !/\.(test|test-support)\.ts$/.test(name) && name !== 'tables.ts';

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function areaFiles(root: string, area: Area): string[] {
  return readdirSync(join(root, AREAS[area]), { recursive: true, encoding: 'utf8' })
    .filter(path => isMutated(basename(path)))
    .map(path => `${AREAS[area]}/${path.replaceAll('\\', '/')}`)
    .sort();
}

/** Finds what can be changed in the text of one file. */
export function sitesIn(file: string, text: string, area: Area, first = 0): Placed[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0]?.message}`);
  const seen = new Map<string, number>();
  return variantsOf(program as unknown as Node, text).map(({ node, kind, code, isStatement }, at) => {
    const from = onOneLine(text.slice(node.start, node.end));
    const to = onOneLine(code).replace('globalThis.__drizzle.', '');
    const words = `${kind}|${from}|${to}`;
    const times = (seen.get(words) ?? 0) + 1;
    seen.set(words, times);
    const lineStart = text.lastIndexOf('\n', node.start - 1) + 1;
    const lineEnd = `${text}\n`.indexOf('\n', node.start);
    return {
      number: first + at,
      area,
      file,
      line: text.slice(0, node.start).split('\n').length,
      text: text.slice(lineStart, lineEnd).trim(),
      kind,
      from,
      to,
      id: createHash('sha256').update(`${file}|${words}|${times}`).digest('hex').slice(0, 12),
      start: node.start,
      end: node.end,
      code,
      isStatement,
    };
  });
}

export interface Source {
  text: string;
  sites: Placed[];
}

/** Reads all that is mutated, by path from the root. */
export function readSources(root: string): Map<string, Source> {
  const sources = new Map<string, Source>();
  let first = 0;
  for (const area of Object.keys(AREAS) as Area[]) {
    for (const file of areaFiles(root, area)) {
      const text = readFileSync(join(root, file), 'utf8');
      const sites = sitesIn(file, text, area, first);
      first += sites.length;
      sources.set(file, { text, sites });
    }
  }
  return sources;
}

/**
 * Writes all mutants of a file into it: each place asks whether it is the one to be wrong. So one process tries
 * hundreds without loading anything anew, and what a test has asked is what it reaches.
 */
export function withMutants({ text, sites }: Source): string {
  const outermost = [...sites].sort((a, b) => a.start - b.start || b.end - a.end);
  return written(text, 0, text.length, outermost);
}

const isWrong = (site: Placed) => `globalThis.__isMutant?.(${site.number})`;

function written(text: string, start: number, end: number, inside: readonly Placed[]): string {
  let code = '';
  let done = start;
  for (let at = 0; at < inside.length; ) {
    const outer = inside[at] as Placed;
    let next = at;
    while (next < inside.length && (inside[next] as Placed).start < outer.end) next += 1;
    const within = inside.slice(at, next);
    const here = within.filter(site => site.start === outer.start && site.end === outer.end);
    const deeper = within.filter(site => !here.includes(site));
    code += text.slice(done, outer.start) + chosen(here, written(text, outer.start, outer.end, deeper));
    done = outer.end;
    at = next;
  }
  return code + text.slice(done, end);
}

/** The replaced text beside its replacements. A statement can only be left out, an expression be another. */
const chosen = (here: readonly Placed[], right: string) =>
  here.reduce(
    (code, site) =>
      site.isStatement
        ? `{ if (!${isWrong(site)}) { ${code} } }`
        : `(${isWrong(site)} ? (${site.code}) : (${code}))`,
    right,
  );

/** Chooses by a number: the same number chooses the same, but for what has been written anew since. */
export function pick(
  sites: readonly Site[],
  { seed, count, least }: { seed: number; count: number; least: number },
) {
  const quotas = shares(sites, count, least);
  const rank = (site: Site) => createHash('sha256').update(`${seed}|${site.id}`).digest('hex');
  const ranked = sites.map(site => ({ site, rank: rank(site) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const taken = new Map<Area, number>();
  return ranked
    .filter(({ site }) => {
      const before = taken.get(site.area) ?? 0;
      taken.set(site.area, before + 1);
      return before < (quotas.get(site.area) ?? 0);
    })
    .map(({ site }) => site);
}

/** Each area's part of the count: as many as its sites are of all, though never below the least or above what it has. */
export function shares(sites: readonly Site[], count: number, least: number): Map<Area, number> {
  const sizes = new Map<Area, number>();
  for (const { area } of sites) sizes.set(area, (sizes.get(area) ?? 0) + 1);
  const given = new Map([...sizes].map(([area, size]) => [area, Math.min(size, least)]));
  const total = Math.min(count, sites.length);
  for (let left = total - sum(given.values()); left > 0; left -= 1) {
    const wanting = [...sizes]
      .filter(([area, size]) => (given.get(area) ?? 0) < size)
      .sort((a, b) => (given.get(a[0]) ?? 0) / a[1] - (given.get(b[0]) ?? 0) / b[1]);
    const [area] = wanting[0] as [Area, number];
    given.set(area, (given.get(area) ?? 0) + 1);
  }
  return given;
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0);
