import type { Answer } from '#client/ui/list/answered.tsx';
import { toMoney } from '#shared/rules/money.ts';
import type { HistoryEntry } from '#shared/schemas/staff-history.ts';

/** A thing of the list. */
export interface Thing {
  _id: string;
  name: string;
  state: string;
  total: ReturnType<typeof toMoney>;
}

export const ROWS: readonly Thing[] = [
  { _id: '1', name: 'Avalon bar pull', state: 'Open', total: toMoney(43_084) },
  {
    _id: '2',
    name: 'A thing with a name that is longer than its column likes',
    state: 'Done',
    total: toMoney(685),
  },
  { _id: '3', name: 'Cup pull', state: 'Open', total: toMoney(0) },
];

export const RECORD = {
  sum: toMoney(43_769),
  fields: { po: 'PO 1', job: '', notes: '' },
};

export const LOADING: Answer<never> = {
  ...{ data: undefined, error: null, isPlaceholderData: false, refetch: () => {} },
};
export const FAILED: Answer<never> = { ...LOADING, error: new Error('no answer') };

const entry = { at: '2026-11-24T15:04:00.000Z', who: 'Erin Field', user: null };
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

export const ENTRIES: readonly [HistoryEntry, ...HistoryEntry[]] = [
  { ...entry, _id: id(1), kind: 'event', name: 'status', description: 'Processing → Ready', changes: [] },
  {
    ...entry,
    _id: id(2),
    kind: 'event',
    name: 'edited',
    description: '',
    changes: [{ field: 'poNumber', before: 'PO 1', after: 'PO 9' }],
  },
  { ...entry, _id: id(3), kind: 'event', name: 'submitted', description: 'Submitted', changes: [] },
];
