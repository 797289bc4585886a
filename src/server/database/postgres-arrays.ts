import { parse } from 'postgres-array';

/**
 * How each array type is read, by its number, which every Postgres has in common. postgres.js would ask the server
 * for this on each new connection, and where that connection breaks meanwhile nobody catches the error: it ends the
 * process.
 */
const READERS: Record<number, (element: string) => unknown> = {
  199: JSON.parse, // json
  1000: element => element === 't', // bool
  1005: Number, // int2
  1007: Number, // int4
  1009: String, // text
  1014: String, // char
  1015: String, // varchar
  1016: String, // int8
  1021: Number, // float4
  1022: Number, // float8
  1028: Number, // oid
  1115: String, // timestamp
  1182: String, // date
  1185: String, // timestamptz
  1231: String, // numeric
  2951: String, // uuid
  3807: JSON.parse, // jsonb
};

/** The array types that a connection can read and write. */
export const ARRAY_TYPES: readonly number[] = Object.keys(READERS).map(Number);

/** The `types` option of postgres.js. */
export const arrayTypes = Object.fromEntries(
  Object.entries(READERS).map(([number, read]) => [
    `array${number}`,
    {
      to: Number(number),
      from: [Number(number)],
      serialize: writeArray,
      parse: (text: string) => parse(text, read),
    },
  ]),
);

/** An array as Postgres reads it; each element between quotation marks. */
export function writeArray(list: unknown): string {
  if (!Array.isArray(list)) return String(list);
  return `{${list.map(element => (Array.isArray(element) ? writeArray(element) : quote(element))).join(',')}}`;
}

function quote(element: unknown): string {
  if (element === null || element === undefined) return 'NULL';
  return `"${asText(element).replace(/["\\]/g, '\\$&')}"`;
}

function asText(element: unknown): string {
  if (element instanceof Date) return element.toISOString();
  return typeof element === 'object' ? JSON.stringify(element) : String(element);
}
