import { expect, it } from 'vitest';
import {
  changesOf,
  fieldsOf,
  issuesOf,
  type MiscFields,
} from '#client/routes/admin/site-settings/misc-fields.ts';
import { KEPT_KINDS, type KeptKind } from '#shared/office-lists.ts';
import type { Settings } from '#shared/schemas/staff-settings.ts';

const site = {
  ...{
    timeZone: 'America/Chicago',
    termsDays: 30,
    heldLimit: 5000,
    employeeOrderLimit: null,
    employeeDayLimit: 250.5,
  },
  ...{ specialAccounts: ['a'], popularSearches: ['bar pull', 'cup pull'] },
  synonyms: { stopper: ['bumper'], button: ['knob', 'pull'] },
  keptDays: Object.fromEntries(KEPT_KINDS.map(kind => [kind, 400])) as Record<KeptKind, number>,
} as unknown as Settings;
const stored = fieldsOf(site);
const typing = (typed: Partial<MiscFields>) => changesOf({ typed, values: { ...stored, ...typed } });

it('settings become texts, in an order of their own', () => {
  expect(stored).toMatchObject({
    ...{ special0: 'a', special1: '', termsDays: '30', heldLimit: '5000.00' },
    ...{ employeeOrderLimit: '', employeeDayLimit: '250.50', popularSearches: 'bar pull\ncup pull' },
    ...{ synonyms: 'button: knob, pull\nstopper: bumper', 'kept log': '400' },
  });
});

it.each<[Partial<MiscFields>, object]>([
  [{ termsDays: '45' }, { termsDays: 45 }],
  [{ heldLimit: '$12,500.00' }, { heldLimit: 12_500 }],
  [{ employeeDayLimit: ' ' }, { employeeDayLimit: null }],
  [{ employeeOrderLimit: '0' }, { employeeOrderLimit: 0 }],
  [{ special1: 'b' }, { specialAccounts: ['a', 'b'] }],
  [{ special0: '' }, { specialAccounts: [] }],
  [{ popularSearches: ' a \n\nb' }, { popularSearches: ['a', 'b'] }],
  [{ synonyms: 'wheel : caster,, roller \n' }, { synonyms: { wheel: ['caster', 'roller'] } }],
  [{ 'kept log': '500' }, { keptDays: { log: 500 } }],
])('%o is sent as %o', (typed, sent) => expect(typing(typed)).toEqual({ site: sent, issues: [] }));

it.each<[Partial<MiscFields>, string, string]>([
  [{ termsDays: '' }, 'termsDays', 'is required'],
  [{ heldLimit: '2,50' }, 'heldLimit', 'is not an amount of money'],
  [{ termsDays: 'x' }, 'termsDays', 'is not a number'],
  // Never taken for "no limit".
  [{ employeeDayLimit: 'x' }, 'employeeDayLimit', 'is not an amount of money'],
  [{ 'kept books': '' }, 'kept books', 'is required'],
  [{ synonyms: 'wheel caster' }, 'synonyms', '“wheel caster” is not like “button: knob, pull”'],
  [{ synonyms: 'a: b\na: c' }, 'synonyms', '“a” has two lines'],
])('%o is refused at %s', (typed, field, message) =>
  expect(typing(typed).issues).toEqual([{ path: [field], message }]),
);

it('what the server refuses stands beside the field that it came from', () => {
  const values = { ...stored, special0: '', special1: 'b', popularSearches: 'x\ny' };
  const at = (...path: (string | number)[]) => issuesOf([{ path, message: 'is wrong' }], { values })[0];
  expect(at('specialAccounts', 0)).toEqual({ path: ['special1'], message: 'is wrong' });
  expect(at('popularSearches', 1)).toEqual({ path: ['popularSearches'], message: '“y” is wrong' });
  expect(at('synonyms', 'wheel', 0)).toEqual({ path: ['synonyms'], message: '“wheel” is wrong' });
  expect(at('keptDays', 'log')).toEqual({ path: ['kept log'], message: 'is wrong' });
  expect(at('timeZone')).toEqual({ path: ['timeZone'], message: 'is wrong' });
});
