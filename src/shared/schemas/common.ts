import { z } from 'zod';
import { isMoney, MAX_MONEY_CENTS, type Money, nearestMoney } from '#shared/rules/money.ts';
import { withoutStray, withoutUnseen } from '#shared/rules/unseen-letters.ts';
import { emailFault } from '#shared/rules/us-address.ts';

/** A row's `_id`: a UUIDv7 shown as a string. */
export const idSchema = z.uuid();

/** Control characters other than tab and line ends, and lone surrogates: Postgres keeps neither. */
const UNSAFE_TEXT = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/**
 * A name, a number, a line: what Postgres can keep and people can see. Control characters and lone surrogates are
 * refused, letters that show nothing or turn the direction are taken out; NFC, trimmed, and in one line.
 */
export const text = (max: number, min = 0) =>
  cleanText(value => withoutUnseen(value).replace(/[\t\n\r\u2028\u2029 ]+/g, ' '), max, min);

/** Text of several lines, as `text`; what emoji and joining scripts are spelled with stays. */
export const prose = (max: number, min = 0) => cleanText(withoutStray, max, min);

function cleanText(without: (value: string) => string, max: number, min: number) {
  return (
    z
      .string()
      .refine(value => !UNSAFE_TEXT.test(value), 'contains characters that are not allowed')
      .overwrite(value => without(value).normalize('NFC').trim())
      // Measured as it is kept: some letters become longer.
      .max(max)
      .refine(value => value.length >= min, min === 1 ? 'is required' : `needs at least ${min} characters`)
  );
}

export const emailSchema = z
  .string()
  .max(254)
  .overwrite(value => value.trim())
  .pipe(z.email({ error: ({ input }) => emailFault(String(input)) }));

/** An amount in dollars with at most two decimals, not negative. */
export const moneySchema = z
  .number()
  .min(0, 'must be 0 or more')
  .max(MAX_MONEY_CENTS / 100, `must be ${(MAX_MONEY_CENTS / 100).toLocaleString('en-US')} or less`)
  .refine(isMoney, 'is not an amount with at most two decimals')
  .transform(nearestMoney);

/** An amount in an answer; differences and ledger entries may be negative. */
// Not a transform, which the OpenAPI document could not describe.
export const moneyOut = z.number() as unknown as z.ZodType<Money, number>;

export const quantitySchema = z.int().min(1, 'must be at least 1').max(100_000);

const SCALAR = (value: unknown) => (Array.isArray(value) ? value.at(-1) : value);

function queryInt(value: unknown): unknown {
  const one = SCALAR(value);
  return typeof one === 'string' && /^-?\d{1,15}$/.test(one) ? Number(one) : one;
}

function queryNumber(value: unknown): unknown {
  const one = SCALAR(value);
  return typeof one === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(one) ? Number(one) : one;
}

const TRUE = new Set(['true', '1']);
const FALSE = new Set(['false', '0']);

function queryBoolean(value: unknown): unknown {
  const one = SCALAR(value);
  if (typeof one !== 'string') return one;
  return TRUE.has(one) ? true : FALSE.has(one) ? false : one;
}

function queryList(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? [] : value.split(',').map(part => part.trim());
  return value;
}

function queryJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const piped =
  (read: (value: unknown) => unknown) =>
  <T>(inner: z.ZodType<T>) =>
    z.preprocess(read, inner) as unknown as z.ZodType<T, T>;

/**
 * Fields of a query string. They take what tRPC sends (typed) and what a URL holds (text) alike, and nothing
 * else: `"false"` is false, `""` and `null` are refused. GET and DELETE inputs use only strings, enums and these.
 */
export const q = {
  int: piped(queryInt),
  num: piped(queryNumber),
  bool: piped(queryBoolean)(z.boolean()),
  list: piped(queryList),
  json: piped(queryJson),
};

/** `page` and `limit` of a paged list. */
export const paging = (limit: number, most = 200) => ({
  page: q.int(z.int().min(1).max(1_000_000)).default(1),
  limit: q.int(z.int().min(1).max(most)).default(limit),
});

export const okSchema = z.object({ ok: z.literal(true) });
export const removedSchema = z.object({ _id: idSchema });

/** The addresses that goods and bills go to, as answers have them. */
export const shippingAddressOut = {
  shippingAddress: z.string(),
  shippingCity: z.string(),
  shippingState: z.string(),
  shippingZip: z.string(),
};
export const billingAddressOut = {
  billingAddress: z.string(),
  billingCity: z.string(),
  billingState: z.string(),
  billingZip: z.string(),
};
