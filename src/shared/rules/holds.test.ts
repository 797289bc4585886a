import { describe, expect, it } from 'vitest';
import type { HoldKind } from '#shared/enumerations.ts';
import {
  type AskedHold,
  decideHold,
  type HeldBy,
  type Hold,
  holdAtCharge,
  longHeld,
} from '#shared/rules/holds.ts';
import { type Money, toMoney, ZERO } from '#shared/rules/money.ts';

const usd = (amount: number) => amount as Money;
const NOW = new Date('2026-03-02T12:00:00.000Z');
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString();

const nobody: HeldBy = { pieces: new Map(), total: ZERO, orders: 0, brief: 0, ended: 0 };
const knobs = (pieces: number, limit: number | null = 30) => ({ variant: 'knob', pieces, limit });
const held = (kind: HoldKind, minutes: number, charges = 0): Hold => ({
  kind,
  heldUntil: inMinutes(minutes),
  charges,
});

const asked = (changes: Partial<AskedHold> = {}): AskedHold => ({
  draws: [knobs(1)],
  total: usd(10),
  heldLimit: usd(5000),
  parties: [nobody],
  isProven: false,
  replaced: null,
  now: NOW,
  ...changes,
});
const decided = (changes: Partial<AskedHold>) => {
  const answer = decideHold(asked(changes));
  if (!('hold' in answer)) return answer.refusal;
  const minutes = (Date.parse(answer.hold.heldUntil) - NOW.getTime()) / 60_000;
  return [answer.hold.kind, minutes, answer.hold.charges];
};

describe('how much is held for longer', () => {
  it.each([
    [0, 10],
    [30, 10],
    [40, 10],
    [43, 10],
    [44, 11],
    [100, 25],
    [1003, 250],
  ])('of %i pieces are %i', (available, most) => expect(longHeld(available)).toBe(most));
});

describe('a hold', () => {
  it.each([
    ['10 of 30', { draws: [knobs(10)] }, ['plain', 15, 0]],
    ['11 of 30', { draws: [knobs(11)] }, ['brief', 2, 0]],
    ['26 of 30', { draws: [knobs(26)] }, ['brief', 2, 0]],
    ['25 of 100', { draws: [knobs(25, 100)] }, ['plain', 15, 0]],
    ['26 of 100', { draws: [knobs(26, 100)] }, ['brief', 2, 0]],
    ['lines of one variant together', { draws: [knobs(6), knobs(5)] }, ['brief', 2, 0]],
    ['lines of two variants', { draws: [knobs(6), { ...knobs(6), variant: 'pull' }] }, ['plain', 15, 0]],
    ['what has no limit', { draws: [knobs(5000, null)] }, ['plain', 15, 0]],
    ['$5,000 in all', { total: usd(5000) }, ['plain', 15, 0]],
    ['$5,000.01', { total: usd(5000.01) }, ['brief', 2, 0]],
    ['what nobody is counted for', { draws: [knobs(30)], total: usd(9999), parties: [] }, ['plain', 15, 0]],
  ] satisfies [string, Partial<AskedHold>, unknown][])('of %s', (_, changes, hold) => {
    expect(decided(changes)).toEqual(hold);
  });

  it('counts what is held already, of the address and of the account, whichever is more', () => {
    const holds = (pieces: number, total = 0): HeldBy => ({
      ...nobody,
      pieces: new Map([['knob', pieces]]),
      total: toMoney(total * 100),
      orders: 1,
    });
    // Twenty on the shelf and twenty held: a quarter of forty.
    const both = (here: number, own: number) => ({ parties: [holds(here), holds(own)] });
    expect(decided({ draws: [knobs(5, 80)], ...both(20, 0) })).toEqual(['plain', 15, 0]);
    expect(decided({ draws: [knobs(6, 80)], ...both(20, 0) })).toEqual(['brief', 2, 0]);
    expect(decided({ draws: [knobs(6, 80)], ...both(0, 20) })).toEqual(['brief', 2, 0]);
    expect(decided({ draws: [knobs(1, 80)], ...both(30, 0) })).toEqual(['brief', 2, 0]);
    expect(decided({ total: usd(2000), parties: [holds(0, 3000)] })).toEqual(['plain', 15, 0]);
    expect(decided({ total: usd(2000.01), parties: [holds(0, 1000), holds(0, 3000)] })).toEqual([
      'brief',
      2,
      0,
    ]);
  });

  it('above the limits is one at a time, and says how many may be held instead', () => {
    const parties = [{ ...nobody, brief: 1, orders: 1 }];
    expect(decided({ parties, draws: [knobs(26)] })).toEqual({
      isBound: false,
      pieces: [{ variant: 'knob', asked: 26, mayHold: 10 }],
      total: null,
      orders: null,
    });
    expect(decided({ parties, draws: [knobs(10)] })).toEqual(['plain', 15, 0]);
  });

  it('keeps to the limits and to three orders after two that ended unpaid', () => {
    const bound = (orders: number, ended = 2) => [{ ...nobody, ended, orders }];
    expect(decided({ parties: bound(0, 1), draws: [knobs(26)] })).toEqual(['brief', 2, 0]);
    expect(decided({ parties: bound(0), draws: [knobs(26)] })).toMatchObject({
      isBound: true,
      pieces: [{ mayHold: 10 }],
    });
    expect(decided({ parties: [nobody, ...bound(0)], draws: [knobs(26)] })).toMatchObject({ isBound: true });
    expect(decided({ parties: bound(0), total: usd(5001) })).toMatchObject({
      isBound: true,
      pieces: [],
      total: { asked: 5001, mayHold: 5000 },
    });
    expect(decided({ parties: bound(2) })).toEqual(['plain', 15, 0]);
    expect(decided({ parties: bound(3) })).toMatchObject({ isBound: true, orders: { held: 3, most: 3 } });
    expect(decided({ parties: bound(3, 1) })).toEqual(['plain', 15, 0]);
  });

  it('of who has paid before is of any size, at once as often as he likes', () => {
    const parties = [{ ...nobody, brief: 1, ended: 2, orders: 9 }];
    expect(decided({ isProven: true, parties, draws: [knobs(30)], total: usd(50_000) })).toEqual([
      'trusted',
      15,
      0,
    ]);
    expect(decided({ isProven: true, parties })).toEqual(['plain', 15, 0]);
  });
});

describe('an order that replaces another', () => {
  it.each([
    ['goes on with its clock', held('plain', 4), 1, ['plain', 4, 0]],
    ['has a new one after one that ran out', held('plain', 0), 1, ['plain', 15, 0]],
    ['is held for two minutes at most where it is above the limits', held('plain', 4), 26, ['brief', 2, 0]],
    ['and for what is left of less', held('plain', 1), 26, ['brief', 1, 0]],
    ['goes on with a brief hold and its charges', held('brief', 1, 5), 26, ['brief', 1, 5]],
    ['also below the limits, so that what was held is counted', held('brief', 1, 5), 1, ['brief', 1, 5]],
    ['is brief after one of who is known, who signed out', held('trusted', 9), 1, ['brief', 2, 0]],
  ] satisfies [string, Hold, number, unknown][])('%s', (_, replaced, pieces, hold) => {
    expect(decided({ replaced, draws: [knobs(pieces)] })).toEqual(hold);
  });

  it('of who signed in and has paid before is not bound by what a guest had', () => {
    expect(decided({ isProven: true, replaced: held('brief', 1, 5), draws: [knobs(26)] })).toEqual([
      'trusted',
      15,
      0,
    ]);
    expect(decided({ isProven: true, replaced: held('trusted', 3), draws: [knobs(26)] })).toEqual([
      'trusted',
      3,
      0,
    ]);
  });
});

describe('a charge that begins', () => {
  it('begins a brief hold anew, twelve times in all', () => {
    let hold = held('brief', 0.5);
    for (let n = 1; n <= 12; n++) {
      hold = holdAtCharge(hold, NOW);
      expect(hold).toEqual(held('brief', 2, n));
    }
    const later = new Date(NOW.getTime() + 60_000);
    expect(holdAtCharge(hold, later)).toEqual(held('brief', 2, 12));
  });

  it('leaves any other hold as it is', () => {
    for (const hold of [held('plain', 1), held('trusted', 1)]) expect(holdAtCharge(hold, NOW)).toEqual(hold);
  });
});
