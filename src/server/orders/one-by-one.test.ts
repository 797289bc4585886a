import { expect, it } from 'vitest';
import type { App } from '#server/context.ts';
import { oneByOne } from '#server/orders/one-by-one.ts';

const app = {} as App;

/** Makes work that is under way until it is told how it ends. */
function work(log: string[], name: string) {
  let end = (_failure?: Error) => {};
  const begin = () => {
    log.push(`${name} begins`);
    return new Promise<string>((resolve, reject) => {
      end = failure => (failure ? reject(failure) : resolve(name));
    });
  };
  return { begin, end: (failure?: Error) => end(failure) };
}
const settled = () => new Promise(resolve => setImmediate(resolve));

it('does what has one name in turn, also after one that failed, and the rest beside it', async () => {
  const log: string[] = [];
  const [first, second, other, nameless] = ['first', 'second', 'other', 'nameless'].map(name =>
    work(log, name),
  );
  if (!first || !second || !other || !nameless) throw new Error('there is work');
  const answers = [
    oneByOne(app, 'here', first.begin).catch((error: Error) => error.message),
    oneByOne(app, 'here', second.begin),
    oneByOne(app, 'there', other.begin),
    oneByOne(app, undefined, nameless.begin),
  ];
  await settled();
  expect([...log].sort()).toEqual(['first begins', 'nameless begins', 'other begins']);
  first.end(new Error('refused'));
  await settled();
  expect(log.at(-1)).toBe('second begins');
  for (const one of [second, other, nameless]) one.end();
  expect(await Promise.all(answers)).toEqual(['refused', 'second', 'other', 'nameless']);
});
