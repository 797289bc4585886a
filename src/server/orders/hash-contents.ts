import { createHash } from 'node:crypto';

/** Hashes what was sent, whatever the order of its fields: the same key with another hash is refused. */
export function hashOfContents(contents: object): string {
  const sorted = JSON.stringify(contents, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(sorted).digest('base64url');
}
