import { expect, it } from 'vitest';
import { type BulkDeed, inPortions } from '#client/features/office/use-bulk.ts';

const ids = Array.from({ length: 250 }, (_, n) => `id ${n}`);
const refuse = (_id: string) => ({ _id, name: _id, reason: 'order_state', message: 'No.' });
const deed = (send: BulkDeed['send']): BulkDeed => ({ done: count => `${count} done`, send });
const going = { isStopped: () => false, onProgress: () => undefined };

it('what is done to many goes out in portions, and tells how far it is and whom it left out', async () => {
  const sizes: number[] = [];
  const told: number[] = [];
  const result = await inPortions(
    deed(async portion => {
      sizes.push(portion.length);
      return portion.filter(id => id.endsWith('7')).map(refuse);
    }),
    ids,
    { ...going, onProgress: done => told.push(done) },
  );
  expect([sizes, told]).toEqual([
    [100, 100, 50],
    [0, 100, 200],
  ]);
  expect([result.done.length, result.refused.length, result.left, result.failure]).toEqual([
    225,
    25,
    [],
    null,
  ]);
});

it('what is stopped, or fails, leaves the rest as it is', async () => {
  let sent = 0;
  const send = async () => {
    sent += 1;
    return [];
  };
  const stopped = await inPortions(deed(send), ids, { ...going, isStopped: () => sent === 2 });
  expect([stopped.done.length, stopped.left, stopped.failure]).toEqual([200, ids.slice(200), null]);
  const failed = await inPortions(
    deed(async portion => {
      if (portion.includes('id 100')) throw new Error('the line is dead');
      return [];
    }),
    ids,
    going,
  );
  expect([failed.done, failed.left]).toEqual([ids.slice(0, 100), ids.slice(100)]);
  expect(failed.failure).toMatch(/could not be reached/);
});
