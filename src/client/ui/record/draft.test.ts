import { describe, expect, it } from 'vitest';
import {
  afterSave,
  keepMine,
  newDraft,
  rebase,
  takeTheirs,
  typeOver,
  valuesOf,
} from '#client/ui/record/draft.ts';

const stored = { po: 'PO 1', notes: '', parcels: [] as string[] };
const typed = typeOver(newDraft(stored), { po: 'PO 2', parcels: ['UPS 1'] });

describe('a draft', () => {
  it('counts a field as changed while it differs from what is stored', () => {
    expect(Object.keys(typed.typed)).toEqual(['po', 'parcels']);
    expect(valuesOf(typed)).toEqual({ po: 'PO 2', notes: '', parcels: ['UPS 1'] });
    const back = typeOver(typeOver(typed, { po: 'PO 1' }), { parcels: [] });
    expect(back.typed).toEqual({});
  });

  it('keeps what was typed where somebody else changed another field, and marks that one', () => {
    const now = rebase(typed, { ...stored, notes: 'Call first' });
    expect(valuesOf(now)).toEqual({ po: 'PO 2', notes: 'Call first', parcels: ['UPS 1'] });
    expect(now.others).toEqual({ notes: '' });
  });

  it('keeps what was typed where somebody else changed the same field, and shows both', () => {
    const now = rebase(typed, { ...stored, po: 'PO 9' });
    expect(valuesOf(now).po).toBe('PO 2');
    expect([now.stored.po, now.others.po]).toEqual(['PO 9', 'PO 1']);
    expect(valuesOf(takeTheirs(now, 'po')).po).toBe('PO 9');
    expect(takeTheirs(now, 'po').others).toEqual({});
    expect(keepMine(now, 'po')).toMatchObject({ typed: { po: 'PO 2' }, others: {} });
  });

  it('marks nothing where both changed a field to the same, or where nobody else changed any', () => {
    expect(rebase(typed, { ...stored, po: 'PO 2' })).toMatchObject({
      typed: { parcels: ['UPS 1'] },
      others: {},
    });
    expect(rebase(typed, stored).others).toEqual({});
  });

  it('keeps what was typed while it was being saved', () => {
    const since = typeOver(typed, { notes: 'Call first', po: 'PO 3' });
    const saved = { ...stored, po: 'PO 2', parcels: ['UPS 1'] };
    expect(afterSave(since, saved, typed.typed)).toEqual({
      stored: saved,
      typed: { notes: 'Call first', po: 'PO 3' },
      others: {},
    });
    expect(afterSave(typed, saved, typed.typed).typed).toEqual({});
  });

  it('remembers how a field was before the first of several changes by others', () => {
    const twice = rebase(rebase(newDraft(stored), { ...stored, po: 'PO 7' }), { ...stored, po: 'PO 8' });
    expect([twice.stored.po, twice.others.po]).toEqual(['PO 8', 'PO 1']);
  });
});
