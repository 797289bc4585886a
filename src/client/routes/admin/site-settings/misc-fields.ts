import type { Draft } from '#client/ui/record/use-draft.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { KEPT_KINDS, type KeptKind } from '#shared/office-lists.ts';
import { type Money, ZERO } from '#shared/rules/money.ts';
import { readMoney } from '#shared/rules/money-text.ts';
import type { SaveSite, Settings } from '#shared/schemas/staff-settings.ts';

/** Says in words what is kept, and what that is. */
export const KEPT_WORDS: Record<KeptKind, { label: string; hint: string }> = {
  mailTexts: {
    label: 'Texts and files of emails',
    hint: 'To whom an email went, when and about what stays on record.',
  },
  notifications: { label: 'Notifications', hint: 'Read or not.' },
  handling: {
    label: 'How orders were handled',
    hint: 'Picking, parcels and emails in the history of orders that are over.',
  },
  log: { label: 'Log', hint: 'Changes of prices, products, accounts and settings, and by whom.' },
  books: {
    label: 'History for the books',
    hint: 'Money, goods and statuses in the history of orders that are over and paid, and in the log. Orders, payments, refunds and invoices themselves are never cleared.',
  },
  learnedOrders: {
    label: 'Orders that suggestions learned from',
    hint: 'What was learned from them stays.',
  },
};

const LABELS = {
  timeZone: 'Time zone',
  termsDays: 'Terms, in days',
  heldLimit: 'Limit of unpaid goods',
  special0: 'First special account',
  special1: 'Second special account',
  employeeOrderLimit: 'Limit per order',
  employeeDayLimit: 'Limit per day',
  employeePriceLimit: 'Off a price, in percent',
  popularSearches: 'Popular searches',
  synonyms: 'Synonyms',
} as const;
type Labelled = keyof typeof LABELS;
type KeptField = `kept ${KeptKind}`;
export const keptField = (kind: KeptKind): KeptField => `kept ${kind}`;

/** Every field as it is typed. */
export type MiscFields = Record<Labelled | KeptField, string>;
export type MiscField = keyof MiscFields;
export type MiscDraft = Draft<MiscFields>;

export function fieldsOf(site: Settings): MiscFields {
  const [special0 = '', special1 = ''] = site.specialAccounts;
  return {
    ...{ special0, special1, timeZone: site.timeZone, termsDays: String(site.termsDays) },
    heldLimit: amountText(site.heldLimit),
    employeeOrderLimit: amountText(site.employeeOrderLimit),
    employeeDayLimit: amountText(site.employeeDayLimit),
    employeePriceLimit: site.employeePriceLimit === null ? '' : String(site.employeePriceLimit),
    popularSearches: site.popularSearches.join('\n'),
    synonyms: synonymsText(site.synonyms),
    ...(Object.fromEntries(KEPT_KINDS.map(kind => [keptField(kind), String(site.keptDays[kind])])) as Record<
      KeptField,
      string
    >),
  };
}

const amountText = (amount: Money | null) => (amount === null ? '' : amount.toFixed(2));

// In the order of the alphabet: the database has one of its own.
const synonymsText = (synonyms: Settings['synonyms']) =>
  Object.entries(synonyms)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([word, names]) => `${word}: ${names.join(', ')}`)
    .join('\n');

/** Gives what a draft changes, as the server takes it, and what can't be made of what was typed. */
export function changesOf({ typed, values }: Pick<MiscDraft, 'typed' | 'values'>): {
  site: SaveSite['site'];
  issues: FieldIssue[];
} {
  const issues: FieldIssue[] = [];
  const number = (name: MiscField, { mayLack = false } = {}): number | null => {
    const text = values[name].trim();
    const value = Number(text.replace(/%$/, ''));
    if (text === '' && mayLack) return null;
    if (text === '') issues.push({ path: [name], message: 'is required' });
    else if (Number.isNaN(value)) issues.push({ path: [name], message: 'is not a number' });
    return value;
  };
  const amount = (name: MiscField, { mayLack = false } = {}): Money | null => {
    const text = values[name].trim();
    const value = readMoney(text);
    if (text === '' && mayLack) return null;
    if (value === null)
      issues.push({ path: [name], message: text === '' ? 'is required' : 'is not an amount of money' });
    return value;
  };
  const site: SaveSite['site'] = {};
  if (typed.timeZone !== undefined) site.timeZone = typed.timeZone;
  if (typed.termsDays !== undefined) site.termsDays = Number(number('termsDays'));
  if (typed.heldLimit !== undefined) site.heldLimit = amount('heldLimit') ?? ZERO;
  for (const name of ['employeeOrderLimit', 'employeeDayLimit'] as const) {
    if (typed[name] !== undefined) site[name] = amount(name, { mayLack: true });
  }
  if (typed.employeePriceLimit !== undefined)
    site.employeePriceLimit = number('employeePriceLimit', { mayLack: true });
  if (typed.special0 !== undefined || typed.special1 !== undefined) site.specialAccounts = accountsOf(values);
  if (typed.popularSearches !== undefined) site.popularSearches = linesOf(typed.popularSearches);
  if (typed.synonyms !== undefined) {
    const { synonyms, faults } = readSynonyms(typed.synonyms);
    site.synonyms = synonyms;
    issues.push(...faults.map(message => ({ path: ['synonyms'], message })));
  }
  const kept = KEPT_KINDS.filter(kind => typed[keptField(kind)] !== undefined);
  if (kept.length > 0) {
    site.keptDays = Object.fromEntries(kept.map(kind => [kind, Number(number(keptField(kind)))]));
  }
  return { site, issues };
}

const accountsOf = ({ special0, special1 }: MiscFields) =>
  [special0, special1].filter(account => account !== '');

const linesOf = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

function readSynonyms(text: string) {
  const synonyms: Record<string, string[]> = {};
  const faults: string[] = [];
  for (const line of linesOf(text)) {
    const [word = '', names, ...more] = line.split(':').map(part => part.trim());
    if (word === '' || names === undefined || more.length > 0) {
      faults.push(`“${line}” is not like “button: knob, pull”`);
    } else if (Object.hasOwn(synonyms, word)) {
      faults.push(`“${word}” has two lines`);
    } else {
      synonyms[word] = names.split(',').flatMap(name => name.trim() || []);
    }
  }
  return { synonyms, faults };
}

/** Tells what the server found wrong, by the fields of the form. */
export function issuesOf(issues: readonly FieldIssue[], { values }: Pick<MiscDraft, 'values'>): FieldIssue[] {
  return issues.map(({ path: [field, of], message }): FieldIssue => {
    if (field === 'keptDays') return { path: [keptField(of as KeptKind)], message };
    if (field === 'specialAccounts') {
      const isFirst = typeof of === 'number' && accountsOf(values)[of] === values.special0;
      return { path: [isFirst ? 'special0' : 'special1'], message };
    }
    if (of === undefined) return { path: [String(field)], message };
    const about = field === 'popularSearches' ? linesOf(values.popularSearches)[Number(of)] : of;
    return { path: [String(field)], message: `“${about}” ${message}` };
  });
}

export const labelOf = (name: MiscField): string =>
  name in LABELS ? LABELS[name as Labelled] : KEPT_WORDS[name.slice('kept '.length) as KeptKind].label;
