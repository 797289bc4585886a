import { type RecordKind, recordHref } from '#client/features/office/record-links.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { poWords, STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { FoundAnything } from '#shared/schemas/staff-find.ts';

/** Something that the palette offers to do, besides what is found. */
export interface Command {
  text: string;
  /** Keys that do the same. */
  keys?: string | undefined;
  /** It leads there, or it is done. */
  act: string | (() => void);
}

export interface Option extends Command {
  key: string;
  note?: string;
}

/** The id of an option's element: keys may have blanks, ids none. */
export const idOf = (list: string, { key }: Option): string => `${list}-${key.replace(/[^\w-]+/g, '-')}`;

/** Keeps what was typed for the palette before it was there. */
export interface Early {
  text: string;
  isSent: boolean;
}

export interface OptionGroup {
  title: string;
  options: readonly Option[];
}

/** The most commands beside what is found. */
const MAX_COMMANDS = 5;

/** Makes the list of the palette: all commands where nothing is typed, else those that are meant, and what was found. */
export function optionsOf(
  typed: string,
  commands: readonly Command[],
  found: FoundAnything | null,
  withPages: ReadonlySet<RecordKind>,
): OptionGroup[] {
  const meant = typed === '' ? commands : commandsMeant(typed, commands).slice(0, MAX_COMMANDS);
  const offered = meant.map(command => ({ ...command, key: `command ${command.text}` }));
  const groups = [{ title: 'Commands', options: offered }, ...(found ? foundGroups(found, withPages) : [])];
  return groups.filter(({ options }) => options.length > 0);
}

/** Each word that was typed begins one of theirs; those that begin with all of it come first. */
function commandsMeant(typed: string, commands: readonly Command[]): Command[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const meant = commands.filter(({ text }) => {
    const own = wordsOf(text);
    return words.every(word => own.some(one => one.startsWith(word)));
  });
  const begins = ({ text }: Command) => text.toLowerCase().startsWith(typed.toLowerCase());
  return [...meant.filter(begins), ...meant.filter(command => !begins(command))];
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function foundGroups(
  { orders, people, companies, products }: FoundAnything,
  withPages: ReadonlySet<RecordKind>,
): OptionGroup[] {
  const led = (kind: RecordKind, id: string) => ({ key: `${kind} ${id}`, act: recordHref(kind, id) });
  const of = <T>(kind: RecordKind, records: readonly T[]) => (withPages.has(kind) ? records : []);
  return [
    {
      title: 'Orders',
      options: of('order', orders).map(({ _id, orderNumber, name, company, poNumber, status, total }) => ({
        ...led('order', _id),
        text: `${orderNumber} ${name}`.trim(),
        note: joined(formatMoney(total), STATUS_WORDS[status], company, poWords(poNumber)),
      })),
    },
    {
      title: 'People',
      options: of('person', people).map(({ _id, name, email, phone, company }) => ({
        ...led('person', _id),
        text: name || email,
        note: joined(company, name && email, phone),
      })),
    },
    {
      title: 'Companies',
      options: of('company', companies).map(({ _id, name, accountNumber }) => ({
        ...led('company', _id),
        text: name,
        note: accountNumber ? `Account ${accountNumber}` : '',
      })),
    },
    {
      title: 'Products',
      options: products.map(({ _id, title, productNum }) => ({
        key: `product ${_id}`,
        act: `/product/${_id}?${new URLSearchParams({ title: productNum })}`,
        text: title,
        note: productNum,
      })),
    },
  ];
}

const joined = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ');
