import type { Mentionable } from '#shared/schemas/comments.ts';

/** Somebody of the staff, as far as a comment needs to know them. */
export type Person = Pick<Mentionable, '_id' | 'name'>;

/** A name that is being typed: where its @ stands, and what of it is there. */
export interface Mention {
  start: number;
  typed: string;
}

/** Behind an @ that begins a word; names have blanks in them. */
const BEGUN = /(?:^|[\s(])@([^\n@]{0,40})$/;

/** Finds the name that is being typed where the caret stands; null: none. */
export function mentionAt(text: string, caret: number): Mention | null {
  const before = text.slice(0, caret);
  const typed = BEGUN.exec(before)?.[1];
  return typed === undefined ? null : { start: before.length - typed.length - 1, typed };
}

/** Holds as many as can be looked over at once. */
const MOST_OFFERED = 8;

/** Offers those of whose name or address a word begins with what was typed. */
export function offered(people: readonly Mentionable[], typed: string): Mentionable[] {
  const begun = typed.toLowerCase();
  const begins = (words: string) => words.startsWith(begun) || words.includes(` ${begun}`);
  return people
    .filter(({ name, email }) => begins(name.toLowerCase()) || email.toLowerCase().startsWith(begun))
    .slice(0, MOST_OFFERED);
}

/** Writes the name in the place of what was typed of it; the caret goes behind it. */
export function withMention(
  text: string,
  caret: number,
  { start }: Mention,
  { name }: Person,
): { text: string; caret: number } {
  const written = `${text.slice(0, start)}@${name} `;
  return { text: written + text.slice(caret).replace(/^ /, ''), caret: written.length };
}

const WORD = /[\p{L}\p{N}]/u;

/** A part of a comment; `people`: whom it names, more than one where they share a name. */
export interface Part<P extends Person> {
  text: string;
  people: readonly P[];
}

/** Cuts a comment where it names people with an @: the longest name counts, so that @Ann Lee is not @Ann. */
export function partsOf<P extends Person>(text: string, people: readonly P[]): Part<P>[] {
  const parts: Part<P>[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, from))) {
    const named = namedAt(text, at, people);
    const [first] = named;
    if (!first) continue;
    if (at > from) parts.push({ text: text.slice(from, at), people: [] });
    from = at + 1 + first.name.length;
    parts.push({ text: text.slice(at, from), people: named });
  }
  if (from < text.length) parts.push({ text: text.slice(from), people: [] });
  return parts;
}

function namedAt<P extends Person>(text: string, at: number, people: readonly P[]): P[] {
  if (WORD.test(text[at - 1] ?? '')) return [];
  const rest = text.slice(at + 1).toLowerCase();
  const named = people.filter(
    ({ name }) => name !== '' && rest.startsWith(name.toLowerCase()) && !WORD.test(rest[name.length] ?? ''),
  );
  const longest = Math.max(0, ...named.map(({ name }) => name.length));
  return named.filter(({ name }) => name.length === longest);
}

/**
 * Lists the `_id`s of all whom a comment names. Several with one name: those count that were `chosen` from the list, if
 * any of them was.
 */
export function mentionedIn(text: string, people: readonly Person[], chosen: readonly string[]): string[] {
  const named = partsOf(text, people).flatMap(part => {
    const picked = part.people.filter(({ _id }) => chosen.includes(_id));
    return picked.length > 0 ? picked : part.people;
  });
  return [...new Set(named.map(({ _id }) => _id))];
}
