import type { z } from 'zod';

/**
 * Says in words what is wrong with a field, where its schema says nothing itself: they stand beside the field and in answers
 * of the API, and zod's own are for programmers.
 */
export function inputWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return wordsOfType(issue.expected, issue.input);
  if (issue.code === 'too_small') return tooSmall(issue);
  if (issue.code === 'too_big') return tooBig(issue);
  if (issue.code === 'invalid_value') return `is none of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_format' && issue.input === '') return 'is required';
  if (issue.code === 'invalid_format') return FORMATS[issue.format] ?? 'is not written as it should be';
  if (issue.code === 'invalid_union') return 'is not of a kind that is known here';
  return undefined;
}

const KINDS: Record<string, string> = {
  ...{ string: 'text', number: 'a number', int: 'a whole number', boolean: 'true or false' },
  ...{ array: 'a list', object: 'an object', record: 'an object' },
};

const FORMATS: Record<string, string> = {
  ...{ uuid: 'is not an id', email: 'is not an email address', url: 'is not an address of a page' },
  ...{ datetime: 'is not a date and time', date: 'is not a date', time: 'is not a time' },
};

function wordsOfType(expected: string, input: unknown): string | undefined {
  if (input === undefined) return 'is required';
  const kind = KINDS[expected];
  return kind && `is not ${kind}`;
}

function tooSmall({ origin, minimum, inclusive = true }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>) {
  if (origin === 'string') return minimum === 1 ? 'is required' : `needs at least ${minimum} characters`;
  if (origin === 'array') return `needs at least ${minimum}`;
  return inclusive ? `must be ${minimum} or more` : `must be above ${minimum}`;
}

function tooBig({ origin, maximum, inclusive = true }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>) {
  const most = maximum.toLocaleString('en-US');
  if (origin === 'string') return `takes at most ${most} characters`;
  if (origin === 'array') return `takes at most ${most}`;
  return inclusive ? `must be ${most} or less` : `must be below ${most}`;
}
