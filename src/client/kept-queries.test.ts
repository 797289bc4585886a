import { beforeEach, expect, it } from 'vitest';
import { forgetVisitor } from '#client/features/session/forget-visitor.ts';
import { keepQueries } from '#client/kept-queries.ts';
import { createQueryClient } from '#client/trpc.ts';

const keyOf = (path: string, input: object = {}) => [path.split('.'), { input, type: 'query' }];
const CATEGORIES = keyOf('tags.categories');
const FILTERS = keyOf('filters.list');
const CUSTOMERS = keyOf('users.simple', { permissionLevel: 'Commercial' });
const EMPLOYEES = keyOf('users.simple', { permissionLevel: 'Employee' });

/** A page of the tab, as somebody opens it. */
function page(user: { _id: string } | null = null, siteVersion = '1') {
  const queries = createQueryClient();
  queries.setQueryData(keyOf('site.get'), { siteVersion });
  queries.setQueryData(keyOf('auth.me'), { user });
  keepQueries(queries);
  const read = (queryKey: unknown[], answer: unknown) =>
    queries.fetchQuery({ queryKey, queryFn: async () => answer });
  return { queries, read };
}

const stored = () => Object.keys(sessionStorage).map(name => name.slice(0, 'kept:[["users"'.length));

beforeEach(() => sessionStorage.clear());

it('category tags, filters with their colours, customers and employees are there on the next page unasked [POLL-05]', async () => {
  const staff = { _id: 'erin' };
  const first = page(staff);
  const answers = [
    [CATEGORIES, [{ category: 'Knobs' }]],
    [FILTERS, [{ name: 'Finish', filters: [{ label: 'Brass', hex: '#b5a642' }] }]],
    [CUSTOMERS, [{ name: 'Dana' }]],
    [EMPLOYEES, [{ name: 'Erin' }]],
  ] as const;
  for (const [key, answer] of answers) await first.read([...key], answer);
  const next = page(staff);
  for (const [key, answer] of answers) {
    expect(await next.read([...key], 'asked again')).toEqual(answer);
  }
  await next.read(keyOf('orders.list'), []);
  expect(stored()).toHaveLength(answers.length);
});

it('the tag list is cleared when tags change, and what was read before is not shown on the next page [POLL-05]', async () => {
  const { queries, read } = page();
  await read(CATEGORIES, ['Knobs']);
  await read(FILTERS, ['Finish']);
  await queries.invalidateQueries({ queryKey: [['tags']] });
  expect(stored()).toEqual(['kept:[["filter']);
  expect(await page().read(CATEGORIES, ['Knobs', 'Pulls'])).toEqual(['Knobs', 'Pulls']);
  expect(await page().read(CATEGORIES, [])).toEqual(['Knobs', 'Pulls']);
});

it('lists of people end with the session, whichever way it ends [POLL-05]', async () => {
  const { queries, read } = page({ _id: 'erin' });
  await read(CUSTOMERS, [{ name: 'Dana' }]);
  forgetVisitor();
  expect(stored()).toEqual([]);
  await read(EMPLOYEES, [{ name: 'Erin' }]);
  queries.removeQueries({ queryKey: [['users']] });
  expect(stored()).toEqual([]);

  // A person who signs out while a list is under way leaves none behind.
  let answer: (people: unknown[]) => void = () => undefined;
  const late = queries.fetchQuery({
    queryKey: EMPLOYEES,
    queryFn: () => new Promise<unknown[]>(resolve => (answer = resolve)),
  });
  queries.removeQueries({ queryKey: [['users']] });
  answer([{ name: 'Erin' }]);
  await late.catch(() => null);
  expect(stored()).toEqual([]);
});

it('a session that ended unseen leaves no list of people to whoever comes next [POLL-05]', async () => {
  for (const next of [null, { _id: 'rae' }]) {
    await page({ _id: 'erin' }).read(CUSTOMERS, [{ name: 'Dana' }]);
    expect(stored()).toHaveLength(1);
    const { queries } = page(next);
    expect(queries.getQueryData(CUSTOMERS)).toBeUndefined();
    expect(stored()).toEqual([]);
  }
});

it('what an older version of the shop read is read anew', async () => {
  await page(null, '1').read(CATEGORIES, ['Knobs']);
  expect(await page(null, '2').read(CATEGORIES, [{ name: 'Knobs' }])).toEqual([{ name: 'Knobs' }]);
});

it('what stands in the storage and is none of this does no harm', async () => {
  sessionStorage.setItem('kept:not json', '{');
  sessionStorage.setItem('checkoutForm:guest', '{}');
  expect(await page().read(CATEGORIES, ['Knobs'])).toEqual(['Knobs']);
  expect(sessionStorage.getItem('checkoutForm:guest')).toBe('{}');
});
