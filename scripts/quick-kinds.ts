/**
 * Drizzle's `is(value, type)` with a memory (docs/decisions/062-quick-kinds.md): `code` is drizzle-orm/entity.js.
 * Null where that has no such function any more.
 */
export function rememberKinds(code: string): string | null {
  const walking = code.replace('function is(value, type) {', 'function walk(value, type) {');
  return walking === code ? null : `${walking}\n${REMEMBERING_IS}`;
}

// By prototype and not by `constructor`: a subquery is a proxy, which answers for that what its columns do.
const REMEMBERING_IS = `
const answers = new WeakMap();
function is(value, type) {
  if (!value || typeof value !== 'object') return false;
  const kind = Object.getPrototypeOf(value);
  if (kind === null) return walk(value, type);
  let known = answers.get(type);
  if (known === undefined) answers.set(type, (known = new WeakMap()));
  let answer = known.get(kind);
  if (answer === undefined) known.set(kind, (answer = walk(value, type)));
  return answer;
}`;
