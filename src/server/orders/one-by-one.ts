import type { App } from '#server/context.ts';

const lines = new WeakMap<App, Map<string, Promise<unknown>>>();

/**
 * Does what is asked for under a name one after the other in this process, so that those who would wait for each other's
 * locks don't hold a connection each while they do. Without a name nothing waits.
 */
export async function oneByOne<T>(app: App, name: string | undefined, work: () => Promise<T>): Promise<T> {
  if (name === undefined) return work();
  const of = lines.get(app) ?? new Map<string, Promise<unknown>>();
  lines.set(app, of);
  const own = (of.get(name) ?? Promise.resolve()).then(work, work);
  of.set(name, own);
  try {
    return await own;
  } finally {
    if (of.get(name) === own) of.delete(name);
  }
}
