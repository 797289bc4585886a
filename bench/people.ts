/**
 * `npx tsx bench/people.ts`: how long staff wait for the lists of users and companies and for one record of them, alone
 * on one connection, on Postgres with 100,000 orders, 20,000 people and 2,000 companies. Each kind of question is asked
 * 100 times after 100 others of its kind. Ends with 1 when a 99th percentile is worse than it must be. `--slowest 10`
 * shows the slowest, `--runs 10` asks each kind less often.
 */
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { COMPANY_DESK_SORTS, CREDIT_STATES, PEOPLE_SORTS } from '#shared/office-lists.ts';
import { times } from './actions.ts';
import { type Kind, measureShopAlone } from './alone.ts';
import { writeDeskOrders } from './desk-orders.ts';
import type { Ask } from './load.ts';
import { yardstick } from './place.ts';
import { REFERENCE_MS } from './report.ts';
import { writeViews } from './saved-views.ts';

const { values: asked } = parseArgs({
  options: { slowest: { type: 'string', default: '0' }, runs: { type: 'string', default: '100' } },
});

const RUNS = Number(asked.runs);
const MUST_MS = 150;

interface Written {
  key: string;
  users: string[];
  companies: string[];
}

const before = yardstick();
const found = await measureShopAlone({
  name: 'bench_people',
  write: writePeople,
  kindsOf,
  runs: RUNS,
  slowest: Number(asked.slowest),
});
console.log(`yardstick ${before} and ${yardstick()} ms, ${REFERENCE_MS} where musts were measured`);
process.exit(found.some(({ p99, must }) => p99 > must) ? 1 : 0);

/** Answers the key of a member of staff, and whom to ask about. */
async function writePeople(db: Db): Promise<Written> {
  const key = await writeDeskOrders(db);
  await db.execute(sql`
    update users set phone = '(512) 555-' || lpad((n % 10000)::text, 4, '0')
    from (select id, row_number() over (order by id) as n from users) numbered where numbered.id = users.id`);
  await writeViews(db, 'users', n =>
    n % 2
      ? { search: `Cabinet Shop ${n * 9}` }
      : { permissionLevel: n % 4 ? 'Commercial' : 'Employee', inCompany: n > 9 },
  );
  await writeViews(db, 'companies', n =>
    n % 2 ? { search: `Shop ${n}` } : { credit: CREDIT_STATES[n % CREDIT_STATES.length], taxExempt: n > 9 },
  );
  const idsOf = async (table: 'users' | 'companies') =>
    rows<{ id: string }>(
      await db.execute(sql`select id from ${sql.identifier(table)} order by id limit 200`),
    ).map(({ id }) => id);
  return { key, users: await idsOf('users'), companies: await idsOf('companies') };
}

function kindsOf({ key, users, companies }: Written): Kind[] {
  const ask = (path: string): Ask => ({ method: 'GET', path, headers: { authorization: `Bearer ${key}` } });
  const kind = (procedure: string, name: string, make: (n: number) => object): Kind => ({
    name,
    must: MUST_MS,
    asks: times(2 * RUNS, n =>
      ask(`/trpc/${procedure}?${new URLSearchParams({ input: JSON.stringify(make(n)) })}`),
    ),
  });
  const people = (name: string, make: (n: number) => object) => kind('users.desk', `Users: ${name}`, make);
  const counts = (procedure: string, of: string): Kind => ({
    name: `${of}: counts of 20 saved views`,
    must: MUST_MS,
    asks: times(2 * RUNS, () => ask(`/trpc/${procedure}`)),
  });
  const firms = (name: string, make: (n: number) => object) =>
    kind('companies.desk', `Companies: ${name}`, make);
  return [
    ...PEOPLE_SORTS.map(sort => people(`any page by ${sort}`, n => ({ sort, page: 1 + ((n * 37) % 800) }))),
    people('of a level', n => ({ permissionLevel: n % 2 ? 'Commercial' : 'Employee' })),
    people('without a company', n => ({ inCompany: false, page: 1 + n })),
    people('a name', n => ({ search: `Person ${n * 97}` })),
    people('an address', n => ({ search: `person${n * 97}@shop` })),
    people('a company', n => ({ search: `Cabinet Shop ${n * 9}` })),
    people('a phone', n => ({ search: `512-555-${String(n).padStart(4, '0')}` })),
    people('a common word', () => ({ search: 'person' })),
    people('two letters', n => ({ search: n % 2 ? 'pe' : 'zz' })),
    kind('users.deskBeside', 'Users: beside one', n => ({
      id: users[n],
      sort: n % 2 ? 'name' : '-createdAt',
    })),
    counts('users.savedCounts', 'Users'),
    kind('users.record', 'One user', n => ({ id: users[n] })),
    ...COMPANY_DESK_SORTS.map(sort => firms(`any page by ${sort}`, n => ({ sort, page: 1 + (n % 80) }))),
    ...CREDIT_STATES.map(credit => firms(`${credit} credit`, () => ({ credit }))),
    firms('a name', n => ({ search: `Cabinet Shop ${n * 9}` })),
    firms('two letters', n => ({ search: n % 2 ? 'ca' : 'zz' })),
    kind('companies.deskBeside', 'Companies: beside one', n => ({
      ...{ id: companies[n], sort: n % 2 ? 'name' : '-owed' },
    })),
    counts('companies.savedCounts', 'Companies'),
    kind('companies.record', 'One company', n => ({ id: companies[n] })),
  ];
}
