import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '#server/database/migrate.ts';
import { actionsOn } from './actions.ts';
import type { Effort, Figures, Memory } from './measure.ts';

export interface PlaceResult extends Memory {
  name: string;
  title: string;
  embedded: boolean;
  actions: Figures[];
}

export interface Result {
  at: string;
  command: string;
  commit: string | null;
  machine: {
    processor: string;
    processors: number;
    memoryGb: number;
    node: string;
    postgres: string;
    /** For a fixed piece of work, before and after. */
    yardstickMs: number[];
    loadBefore: number[];
    loadAfter: number[];
  };
  effort: Effort;
  places: PlaceResult[];
}

/** The place that the musts speak of. */
const JUDGED = 'postgres-10k';

interface Bound {
  name: string;
  must: number;
  aim: number;
  unit: 'ms' | 'MB';
  of: (memory: Memory) => number;
}

const BOUNDS: readonly Bound[] = [
  { name: 'Start to first answer', must: 700, aim: 400, unit: 'ms', of: one => one.startMs },
  { name: 'Memory after start', must: 110, aim: 90, unit: 'MB', of: one => one.startMb },
  { name: 'Memory after the first page', must: 130, aim: 115, unit: 'MB', of: one => one.pageMb },
  { name: 'Memory under load', must: 200, aim: 150, unit: 'MB', of: one => one.loadMb },
];

const ACTIONS = actionsOn([], [], { key: '', carts: [] });

/** The time that the fixed piece of work takes where the musts were measured. */
export const REFERENCE_MS = 138;

/** How many times slower the machine was, in that hour, than the one that the musts were measured on. */
function slowness({ yardstickMs }: Result['machine']): number {
  return yardstickMs.reduce((total, one) => total + one, 0) / yardstickMs.length / REFERENCE_MS;
}

/** A place's processor times, and its start, as the machine of the musts would have had them. */
function atReference(place: PlaceResult, slower: number): PlaceResult {
  return {
    ...place,
    startMs: place.startMs / slower,
    actions: place.actions.map(action => ({
      ...action,
      together: {
        ...action.together,
        serverMs: action.together.serverMs / slower,
        databaseMs: action.together.databaseMs / slower,
      },
    })),
  };
}

const sum = ({ together }: Figures) => together.serverMs + together.databaseMs;
const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1);

/** Lists what is worse than it must be, at the speed of the machine of the musts. */
export function missed({ places, machine }: Result): string[] {
  const measured = places.find(place => place.name === JUDGED);
  if (!measured) return [];
  const judged = atReference(measured, slowness(machine));
  const actions = judged.actions.flatMap(found => {
    const { name, must } = ACTIONS.find(one => one.key === found.key) ?? {};
    if (must == null || sum(found) <= must) return [];
    return [`${name}: ${ms(sum(found))} ms of processor, must be ${must}`];
  });
  const bounds = BOUNDS.filter(({ must, of }) => of(judged) > must).map(
    ({ name, must, unit, of }) => `${name}: ${of(judged).toFixed(0)} ${unit}, must be ${must}`,
  );
  return [...actions, ...bounds];
}

/** A row an action, a column a place: processor milliseconds, server + database, at the speed of the musts' machine. */
export function tableOf({ places: measured, machine }: Result): string {
  const places = measured.map(place => atReference(place, slowness(machine)));
  const head = ['Action', 'must', 'aim', ...places.map(place => place.title)];
  const actions = ACTIONS.filter(({ key }) =>
    places.some(place => place.actions.some(one => one.key === key)),
  );
  const lines = actions.map(({ key, name, must, aim }) => [
    `${key}. ${name}`,
    must === null ? '' : String(must),
    aim === null ? '' : String(aim),
    ...places.map(place => cell(place, key)),
  ]);
  const bounds = BOUNDS.map(({ name, must, aim, unit, of }) => [
    name,
    `${must} ${unit}`,
    `${aim} ${unit}`,
    ...places.map(place => `${of(place).toFixed(0)} ${unit}`),
  ]);
  return table([head, ...lines, ...bounds]);
}

function cell(place: PlaceResult, key: string): string {
  const found = place.actions.find(one => one.key === key);
  if (!found) return '';
  const { serverMs, databaseMs } = found.together;
  return place.embedded
    ? `**${ms(serverMs)}**`
    : `**${ms(sum(found))}** (${ms(serverMs)} + ${ms(databaseMs)})`;
}

function timesOf(place: PlaceResult): string {
  const head = [
    'Action',
    'one connection: p50',
    'p99',
    'ten: p50',
    'p99',
    'a second',
    'statements',
    'transactions',
  ];
  const lines = place.actions.map(({ key, alone, together, statements, transactions }) => [
    key,
    ...[alone.p50, alone.p99, together.p50, together.p99].map(value => `${value.toFixed(1)} ms`),
    together.perSecond.toFixed(0),
    statements === null ? '' : statements.toFixed(1),
    transactions === null ? '' : transactions.toFixed(1),
  ]);
  return table([head, ...lines]);
}

function table([head = [], ...lines]: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');
}

/** Keeps a result; with `publish` also writes it into bench/README.md. */
export async function saveResult(result: Result, name: string, publish: boolean): Promise<void> {
  const folder = join(ROOT, 'bench/results');
  await mkdir(folder, { recursive: true });
  const file = `${result.at.slice(0, 10)}-${name}.json`;
  await writeFile(join(folder, file), `${JSON.stringify(result, null, 2)}\n`);
  if (publish) await writeReadme(sections => readme(result, file, sections));
}

/** Sections that commands other than `npm run bench` write into bench/README.md. */
const SECTIONS = ['large', 'trade'] as const;
type Section = (typeof SECTIONS)[number];
const sectionOf = (name: Section) => new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->\\n`);

/** Writes bench/README.md anew around those sections. */
async function writeReadme(write: (sections: string) => string): Promise<void> {
  const path = join(ROOT, 'bench/README.md');
  const text = await readFile(path, 'utf8');
  const kept = SECTIONS.flatMap(name => sectionOf(name).exec(text) ?? []);
  await writeFile(path, write(kept.map(section => `${section}\n`).join('')));
}

/** Puts such a section into bench/README.md, in the place of the one before. */
export async function saveSection(name: Section, section: string): Promise<void> {
  const path = join(ROOT, 'bench/README.md');
  const text = await readFile(path, 'utf8');
  const marked = `<!-- ${name} -->\n${section}<!-- /${name} -->\n`;
  const before = sectionOf(name);
  const next = before.test(text)
    ? text.replace(before, () => marked)
    : text.replace(HOW_TO_READ, () => `${marked}\n${HOW_TO_READ}`);
  await writeFile(path, next);
}

const HOW_TO_READ = '## How to read it';

function readme(result: Result, file: string, sections: string): string {
  const { machine, effort } = result;
  return `# How fast

Written by \`npm run bench\` (${result.at.slice(0, 10)}, \`bench/results/${file}\`). Processor milliseconds of one action on ten
connections: **all** (server + database), divided by ${slowness(machine).toFixed(2)}: so many times slower a fixed piece of work ran than where the
musts were measured (${machine.yardstickMs.join(' and ')} ms of processor before and after, there ${REFERENCE_MS}). \`must\` fails the command, on Postgres with
10,000 products; \`aim\` is where we want to be.

${tableOf(result)}

${result.places.map(place => `## ${place.title}\n\n${timesOf(place)}`).join('\n\n')}

${sections}${HOW_TO_READ}

- Processor time is what an action costs wherever it runs; it hardly moves when the machine is busy with something
  else. Times of day (p50, p99, a second) do, and are worth something on a quiet machine alone: load generator,
  server and database share its processors. They stand as they were measured, as do the figures in bench/results.
- Counted is everything: the server's process with all its threads, and every process of Postgres with its background
  and ended parallel ones. What an action leaves behind (a checkout's mail and jobs) is waited for and counted too.
- Embedded, the database runs inside of the server's process, so there is one figure.
- Answers are asked for uncompressed, by keep-alive connections, each asking again as soon as it is answered. Questions
  vary: pages, filters, words, products and carts (\`bench/actions.ts\`), so that what the shop keeps does not flatter it;
  of type-ahead (d) the beginnings that everybody types are kept, of d-new none. The catalogue has about 2.5 variants a product
  and is the same every time (\`bench/catalogue.ts\`).
- Postgres is durable (fsync and synchronous commit on) with Debian's settings. Statements are counted by
  pg_stat_statements in a run of their own; it tracks nothing while times are taken.

Machine: ${machine.processors} × ${machine.processor}, ${machine.memoryGb} GB, Node ${machine.node}, PostgreSQL ${machine.postgres || '–'}; load average
${machine.loadBefore.join(' ')} before, ${machine.loadAfter.join(' ')} after. ${effort.seconds} s a load after ${effort.warmUpSeconds} s and ${effort.warmUpRuns} runs of warming up, median of ${effort.starts} starts.

\`npm run bench -- --quick\` measures shortly and keeps nothing; \`--only postgres-10k\` and \`--actions a,f\` choose;
\`--name tuned\` keeps the result under that name. BENCH_STATEMENTS=1 shows the statements of the last action,
BENCH_NODE_FLAGS=--cpu-prof writes processor profiles. \`npx tsx bench/import.ts\` times an import of 10,000 variants, \`npx tsx bench/large.ts --keep\` writes the section of 100,000 products,
\`npx tsx bench/trade.ts --keep\` that of a customer with 500 special prices and 2,000 orders,
\`NODE_ENV=production npx tsx bench/ssr.ts\` the rendering of pages alone. \`npx tsx bench/beside.ts ../before\` asks this version and a built checkout of another by turns, so that a machine whose
speed changes tells which is dearer. How pages begin on a phone: [lab.md](lab.md). How long staff wait: [office.md](office.md).
`;
}
