import { DAYS } from '#client/features/site/days.ts';
import type { Draft } from '#client/ui/record/use-draft.ts';
import { formatClock } from '#shared/rules/open-hours.ts';
import type { ClosedDay, HoursOfDay } from '#shared/schemas/site.ts';
import type { SaveSite, Settings } from '#shared/schemas/staff-settings.ts';

export const COMPANY_LABELS = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  closedNote: 'Note on closed days',
} as const;
export type CompanyText = keyof typeof COMPANY_LABELS;

/** The hours of a weekday, each a field of its own: two people may change two days. */
type DayField = `day ${number}`;
export const dayField = (day: number): DayField => `day ${day}`;

export type CompanyFields = Record<CompanyText, string> &
  Record<DayField, HoursOfDay> & { closedDays: ClosedDay[] };
type CompanyField = keyof CompanyFields & string;
export type CompanyDraft = Draft<CompanyFields>;

const TEXTS = Object.keys(COMPANY_LABELS) as CompanyText[];

export const fieldsOf = (site: Settings): CompanyFields => ({
  ...(Object.fromEntries(TEXTS.map(name => [name, site[name]])) as Record<CompanyText, string>),
  // A missing day is a closed one (rule S2).
  ...Object.fromEntries(DAYS.map((_, day) => [dayField(day), site.hoursOfOperation[day] ?? 'closed'])),
  closedDays: site.closedDays,
});

export const hoursOf = (values: CompanyFields): HoursOfDay[] =>
  DAYS.map((_, day) => values[dayField(day)] ?? 'closed');

/** Gives what a draft changes, as the server takes it: hours as the whole week. */
export function changesOf({ typed, values }: Pick<CompanyDraft, 'typed' | 'values'>): {
  site: SaveSite['site'];
} {
  const texts = TEXTS.flatMap(name => (typed[name] === undefined ? [] : [[name, typed[name]]]));
  const isWeekTyped = DAYS.some((_, day) => typed[dayField(day)] !== undefined);
  return {
    site: {
      ...Object.fromEntries(texts),
      ...(isWeekTyped && { hoursOfOperation: hoursOf(values) }),
      ...(typed.closedDays && { closedDays: typed.closedDays }),
    },
  };
}

export function labelOf(name: CompanyField): string {
  if (name === 'closedDays') return 'Closed days';
  const day = DAYS.findIndex((_, index) => dayField(index) === name);
  return DAYS[day] ?? COMPANY_LABELS[name as CompanyText];
}

/** Tells in words what a field holds. */
export function textOf(name: CompanyField, value: unknown): string {
  if (name === 'closedDays') {
    return (value as ClosedDay[]).map(({ date, note }) => `${date} ${note}`.trim()).join(', ');
  }
  if (!name.startsWith('day ')) return String(value);
  const hours = value as HoursOfDay;
  return hours === 'closed' ? 'closed' : `${formatClock(hours.open)} – ${formatClock(hours.close)}`;
}

/** The hours as the shop can show them: a day that is being typed, or ends before it begins, is a closed one. */
export const showableHours = (hours: readonly HoursOfDay[]): HoursOfDay[] =>
  hours.map(day => (day !== 'closed' && day.open !== '' && day.open < day.close ? day : 'closed'));
