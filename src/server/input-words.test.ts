import { expect, it } from 'vitest';
import { z } from 'zod';
import { inputWords } from '#server/input-words.ts';
import { idSchema, moneySchema, quantitySchema, text } from '#shared/schemas/common.ts';

it.each<[z.ZodType, unknown, string]>([
  [moneySchema, -1, 'must be 0 or more'],
  [moneySchema, '5', 'is not a number'],
  [quantitySchema, 1.5, 'is not a whole number'],
  [quantitySchema, 100_001, 'must be 100,000 or less'],
  [z.int().min(3), 2, 'must be 3 or more'],
  [z.number().gt(3), 3, 'must be above 3'],
  [z.iso.datetime(), 'tomorrow', 'is not a date and time'],
  [z.iso.date(), '2027-02-30', 'is not a date'],
  [z.iso.date(), '', 'is required'],
  [z.enum(['cash', 'check']), 'gold', 'is none of cash, check'],
  [z.literal(true), false, 'is none of true'],
  [idSchema, '17', 'is not an id'],
  [text(3), undefined, 'is required'],
  [text(3), 'four', 'takes at most 3 characters'],
  [z.string().min(2), 'a', 'needs at least 2 characters'],
  [z.array(idSchema).min(1), [], 'needs at least 1'],
  [z.array(idSchema), 'all', 'is not a list'],
  [z.boolean(), 'true', 'is not true or false'],
  [z.union([z.literal('closed'), z.strictObject({})]), 5, 'is not of a kind that is known here'],
])('%# is said in words', (schema, value, words) => {
  const { error } = schema.safeParse(value, { error: inputWords });
  expect(error?.issues.map(({ message }) => message)).toEqual([words]);
});
