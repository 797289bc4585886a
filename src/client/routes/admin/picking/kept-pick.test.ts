import { describe, expect, it } from 'vitest';
import {
  afterSending,
  beginKept,
  countIn,
  type KeptPick,
  keptOrders,
  readKept,
  tickPlace,
  toSend,
  withUnsent,
  writeKept,
} from '#client/routes/admin/picking/kept-pick.ts';
import type { PickSheet } from '#shared/schemas/staff-picking.ts';

const places = [
  { place: 'knobs', asked: 40 },
  { place: 'pulls', asked: 10 },
] as PickSheet['places'];
const sheet = (pick: Partial<PickSheet['pick']> = {}): PickSheet =>
  ({
    order: { orderNumber: 10001 },
    list: 'list',
    places,
    pick: {
      key: 'key',
      name: 'Erin',
      isMine: true,
      turn: 3,
      counts: [{ place: 'knobs', picked: 1, short: '' }],
      ...pick,
    },
  }) as PickSheet;
const begun = beginKept(sheet(), null) as KeptPick;
const picked = (kept: KeptPick) => places.map(({ place }) => countIn(kept, place).picked);

describe('the pick that a device keeps', () => {
  it('begins with what the shop has, and only for the one who picks', () => {
    expect(picked(begun)).toEqual([1, 0]);
    expect([begun.turn, begun.unsent, begun.ticks]).toEqual([3, [], 0]);
    expect(beginKept(sheet({ isMine: false }), null)).toBeNull();
    expect(beginKept({ ...sheet(), pick: null }, begun)).toBeNull();
  });

  it('sends each place once, as it was ticked last', () => {
    const ticked = tickPlace(
      tickPlace(tickPlace(begun, 'knobs', { picked: 2 }), 'knobs', { picked: 3 }),
      'pulls',
      {
        picked: 6,
        short: 'damaged',
      },
    );
    expect(ticked.ticks).toBe(3);
    expect(toSend(ticked)).toEqual({
      turn: 4,
      ticks: 3,
      counts: [
        { place: 'knobs', picked: 3, short: '' },
        { place: 'pulls', picked: 6, short: 'damaged' },
      ],
    });
  });

  it('has nothing to send after the shop has taken it, but for what was ticked meanwhile', () => {
    const ticked = tickPlace(tickPlace(begun, 'knobs', { picked: 2 }), 'pulls', { picked: 5 });
    const sent = toSend(ticked);
    const answer = { turn: sent.turn, counts: sent.counts };
    expect(afterSending(ticked, sent, answer)).toMatchObject({ turn: 4, unsent: [], ticks: 0 });
    const later = afterSending(tickPlace(ticked, 'pulls', { picked: 6 }), sent, answer);
    expect([later.unsent, later.ticks, picked(later)]).toEqual([['pulls'], 1, [2, 6]]);
    expect(toSend(later).turn).toBe(5);
  });

  it('sends all of it again, behind another device that was ahead', () => {
    const ticked = tickPlace(begun, 'knobs', { picked: 2 });
    const sent = toSend(ticked);
    const behind = afterSending(ticked, sent, {
      turn: 9,
      counts: [{ place: 'pulls', picked: 7, short: '' }],
    });
    expect([behind.unsent, behind.ticks, picked(behind)]).toEqual([['knobs'], 1, [2, 7]]);
    expect(toSend(behind).turn).toBe(10);
  });

  it('outlives a reload: unsent ticks are put onto what the shop has of the same list', () => {
    const kept = tickPlace({ ...begun, turn: 5 }, 'pulls', { picked: 12, short: '' });
    const again = beginKept(sheet({ counts: [{ place: 'knobs', picked: 8, short: '' }] }), kept);
    expect(again && [picked(again), again.unsent, again.turn, again.ticks]).toEqual([
      [8, 10],
      ['pulls'],
      5,
      1,
    ]);
  });

  it('puts nothing onto another list by itself, and loses nothing of what could be put there', () => {
    const kept = tickPlace(begun, 'pulls', { picked: 6, short: 'damaged' });
    const other = beginKept(sheet({ key: 'other', turn: 0, counts: [] }), kept) as KeptPick;
    expect([picked(other), other.unsent]).toEqual([[0, 0], []]);
    const used = withUnsent(other, kept, places);
    expect([used.key, used.turn, used.unsent]).toEqual(['other', 0, ['pulls']]);
    expect(countIn(used, 'pulls')).toEqual({ picked: 6, short: 'damaged' });
    expect(withUnsent(other, kept, places.slice(0, 1))).toEqual(other);
  });

  it('is found again by its order, for the one who picks alone', () => {
    const kept = tickPlace(begun, 'pulls', { picked: 6 });
    expect(writeKept('erin', 'order-1', kept)).toBe(true);
    writeKept('erin', 'order-2 earlier', { ...kept, orderNumber: 10002 });
    writeKept('ben', 'order-3', kept);
    expect(readKept('erin', 'order-1')).toEqual(kept);
    expect(readKept('erin', 'order-3')).toBeNull();
    expect(keptOrders('erin')).toEqual([
      { order: 'order-1', orderNumber: 10001, ticks: 1 },
      { order: 'order-2', orderNumber: 10002, ticks: 1 },
    ]);
    writeKept('erin', 'order-1', null);
    expect(readKept('erin', 'order-1')).toBeNull();
  });
});
