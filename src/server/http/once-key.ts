import { createHash } from 'node:crypto';

/**
 * Names what somebody asks for under a key of their own: asked again it has the same name, though no answer came to them.
 * Something else under the same key has another one: nothing is lost by a key that was used before.
 */
export function onceKey(
  by: { _id: string },
  key: string | undefined,
  asked: readonly unknown[],
): string | undefined {
  if (key === undefined) return undefined;
  const contents = createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
  return `${by._id}:${key}:${contents}`;
}
