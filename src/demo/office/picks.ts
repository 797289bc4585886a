import type { Day } from '#demo/office/day.ts';
import type { SessionUser } from '#server/context.ts';
import { beginPick, leavePick } from '#server/picking/begin-pick.ts';
import { finishPick } from '#server/picking/finish-pick.ts';
import { tickPick } from '#server/picking/tick.ts';
import type { PickCount, PickSheet } from '#shared/schemas/staff-picking.ts';

/** When a pick began, in minutes ago, and how long it took. */
interface Shift {
  begun: number;
  minutes: number;
}

/** Picks all of an order; `ready`: its customer is told that they can come for it. */
export async function pickAll(
  day: Day,
  by: SessionUser,
  id: string,
  { ready, ...shift }: Shift & { ready: boolean },
): Promise<void> {
  await finish(day, by, id, {
    ...shift,
    ready,
    count: ({ place, asked }) => ({ place, picked: asked, short: '' }),
  });
}

/** Picks all but the last place of an order, which becomes ready without it. */
export async function pickShort(
  day: Day,
  by: SessionUser,
  id: string,
  { why, ...shift }: Shift & { why: string },
): Promise<void> {
  await finish(day, by, id, {
    ...shift,
    ready: true,
    count: ({ place, asked }, isLast) => ({ place, picked: isLast ? 0 : asked, short: isLast ? why : '' }),
  });
}

/** Takes an order on, and counts about half of it by now. */
export async function beginOne(day: Day, by: SessionUser, id: string, begun: number): Promise<string> {
  const { sheet, key } = await begin(day, by, id, begun);
  const counts = sheet.places
    .slice(0, Math.ceil(sheet.places.length / 2))
    .map(({ place, asked }) => ({ place, picked: asked, short: '' }));
  await day.at(day.time.minutesAgo(begun / 2), () =>
    tickPick(day.tx, by, { key, list: sheet.list, turn: 1, counts }),
  );
  return key;
}

/** Begins a pick and puts it back, with what was counted of it. */
export async function stopHalfway(day: Day, by: SessionUser, id: string, begun: number): Promise<void> {
  const key = await beginOne(day, by, id, begun);
  await day.at(day.time.minutesAgo(begun / 3), () => leavePick(day.tx, by, key));
}

async function begin(
  { app, time, at }: Day,
  by: SessionUser,
  id: string,
  begun: number,
): Promise<{ sheet: PickSheet; key: string }> {
  const began: PickSheet[] = [];
  await at(time.minutesAgo(begun), async () => began.push(await beginPick(app, by, { id })));
  const [sheet] = began;
  if (!sheet?.pick) throw new Error('the pick was not begun');
  return { sheet, key: sheet.pick.key };
}

async function finish(
  day: Day,
  by: SessionUser,
  id: string,
  {
    begun,
    minutes,
    ready,
    count,
  }: Shift & { ready: boolean; count: (place: PickSheet['places'][number], isLast: boolean) => PickCount },
): Promise<void> {
  const { sheet, key } = await begin(day, by, id, begun);
  const counts = sheet.places.map((place, index) => count(place, index === sheet.places.length - 1));
  await day.at(day.time.minutesAgo(begun - minutes), () =>
    finishPick(day.app, by, { key, list: sheet.list, counts, ready }),
  );
}
