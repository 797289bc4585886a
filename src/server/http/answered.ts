import type { ServerResponse } from 'node:http';

/**
 * Runs `done` once an answer has left, or whoever asked hung up, unless the returned is called before. `finished` serves
 * any stream, and takes longer for it.
 */
export function whenAnswered(response: ServerResponse, done: () => void): () => void {
  if (response.closed) done();
  else response.once('close', done);
  return () => void response.off('close', done);
}
