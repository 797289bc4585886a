import { expect, it } from 'vitest';
import { batchWhileBusy } from '#server/jobs/batch-while-busy.ts';

/** A sender whose calls end when they are told to. */
function slowSender() {
  const calls: { items: number[]; end: (error?: Error) => void }[] = [];
  const send = (items: number[]) =>
    new Promise<void>((resolve, reject) => {
      calls.push({ items, end: error => (error ? reject(error) : resolve()) });
    });
  const turn = () => new Promise(resolve => setImmediate(resolve));
  return { calls, send, turn };
}

it('sends the first at once and together what comes meanwhile, each once', async () => {
  const { calls, send, turn } = slowSender();
  const add = batchWhileBusy(send);
  const first = add(1);
  await turn();
  const later = [add(2), add(3)];
  await turn();
  expect(calls.map(call => call.items)).toEqual([[1]]);
  calls[0]?.end();
  await first;
  await turn();
  expect(calls.map(call => call.items)).toEqual([[1], [2, 3]]);
  calls[1]?.end();
  await Promise.all(later);
  const last = add(4);
  await turn();
  expect(calls.at(-1)?.items).toEqual([4]);
  calls.at(-1)?.end();
  await last;
});

it('fails for those of the failed call alone', async () => {
  const { calls, send, turn } = slowSender();
  const add = batchWhileBusy(send);
  const first = add(1);
  await turn();
  const second = add(2);
  calls[0]?.end(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await turn();
  calls[1]?.end();
  await expect(second).resolves.toBeUndefined();
});
