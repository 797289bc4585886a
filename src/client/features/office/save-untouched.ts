import { refusal } from '#client/refusal.ts';

/** How often somebody else may come first before it is for the one at the screen to decide. */
const MAX_TRIES = 4;

interface Saving<Read, Answer> {
  /** Saves over the record as it was read, naming its version. */
  send: (read: Read) => Promise<Answer>;
  reread: () => Promise<Read>;
  /** The part of it that can be edited at this screen. */
  fieldsOf: (read: Read) => object;
}

/**
 * Saves a record. A `stale` one of which nobody touched what can be edited here is saved over the newer version: nobody
 * is told of a conflict that they don't have. Throws what the last try was refused for.
 */
export async function saveUntouched<Read, Answer>(
  read: Read,
  { send, reread, fieldsOf }: Saving<Read, Answer>,
): Promise<Answer> {
  const before = JSON.stringify(fieldsOf(read));
  let at = read;
  for (let tries = 1; ; tries++) {
    try {
      return await send(at);
    } catch (error) {
      if (refusal(error).reason !== 'stale' || tries === MAX_TRIES) throw error;
      at = await reread();
      if (JSON.stringify(fieldsOf(at)) !== before) throw error;
    }
  }
}
