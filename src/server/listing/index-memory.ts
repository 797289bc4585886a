import type { FacetIndex } from '#server/listing/facet-index.ts';

/** Entries of an index's memory; two bits a product each at most, or a number a value of one filter. */
const MAX_REMEMBERED = 400;

/** The value of before, else made and kept; what was not asked for longest gives way. */
export function remembered<T>({ memory }: FacetIndex, key: string, make: () => T): T {
  const known = memory.get(key);
  const made = known === undefined ? make() : (known as T);
  memory.delete(key);
  const [oldest] = memory.keys();
  if (memory.size >= MAX_REMEMBERED && oldest !== undefined) memory.delete(oldest);
  memory.set(key, made);
  return made;
}

/** The same of what may be asked of the database; a failure is not kept. */
export function rememberedAnswer<T>(index: FacetIndex, key: string, ask: () => Promise<T>): Promise<T> {
  return remembered(index, key, async () => {
    try {
      return await ask();
    } catch (error) {
      index.memory.delete(key);
      throw error;
    }
  });
}
