/**
 * `npx tsx bench/people.ts`: how long staff wait for the lists of users and companies and for one record of them, alone
 * on one connection, on Postgres with 100,000 orders, 20,000 people and 2,000 companies. Each kind of question is asked
 * 100 times after 100 others of its kind. Ends with 1 when a 99th percentile is worse than it must be. `--slowest 10`
 * shows the slowest, `--runs 10` asks each kind less often.
 */
import { sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { COMPANY_DESK_SORTS, CREDIT_STATES, PEOPLE_SORTS } from '#shared/office-lists.ts';
import { type Asking, measureOffice } from './alone.ts';
import { idOf, writeDeskOrders } from './desk-orders.ts';
import { fiveOf, writeViews } from './saved-views.ts';

await measureOffice({ name: 'bench_people', write: writePeople, kindsOf });

async function writePeople(db: Db): Promise<string> {
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
  return key;
}

function kindsOf(kind: Asking) {
  const people = (name: string, make: (n: number) => object) => kind(`Users: ${name}`, 'users.desk', make);
  const firms = (name: string, make: (n: number) => object) =>
    kind(`Companies: ${name}`, 'companies.desk', make);
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
    kind('Users: beside one', 'users.deskBeside', n => ({
      id: idOf('user', n),
      sort: n % 2 ? 'name' : '-createdAt',
    })),
    kind('Users: counts of five of 20 saved views', 'users.savedCounts', fiveOf),
    kind('One user', 'users.record', n => ({ id: idOf('user', n) })),
    ...COMPANY_DESK_SORTS.map(sort => firms(`any page by ${sort}`, n => ({ sort, page: 1 + (n % 80) }))),
    ...CREDIT_STATES.map(credit => firms(`${credit} credit`, () => ({ credit }))),
    firms('a name', n => ({ search: `Cabinet Shop ${n * 9}` })),
    firms('two letters', n => ({ search: n % 2 ? 'ca' : 'zz' })),
    kind('Companies: beside one', 'companies.deskBeside', n => ({
      ...{ id: idOf('company', n), sort: n % 2 ? 'name' : '-owed' },
    })),
    kind('Companies: counts of five of 20 saved views', 'companies.savedCounts', fiveOf),
    kind('One company', 'companies.record', n => ({ id: idOf('company', n) })),
  ];
}
