import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearCompared, compared, compareHref, toggleCompared } from '#client/features/catalog/compared.ts';
import { STORAGE_KEYS } from '#shared/constants.ts';

const one = (variant: string) => ({ variant, title: `Pull ${variant}`, image: null });
const taken = () => compared.current().map(({ variant }) => variant);

beforeEach(() => {
  localStorage.clear();
  clearCompared();
});

describe('what is to be compared', () => {
  it('is taken up and away, four at most, and kept by the browser', () => {
    for (const variant of ['a', 'b', 'c', 'd', 'e']) toggleCompared(one(variant));
    expect(taken()).toEqual(['a', 'b', 'c', 'd']);
    toggleCompared(one('b'));
    expect(taken()).toEqual(['a', 'c', 'd']);
    expect(JSON.parse(localStorage.getItem(STORAGE_KEYS.compared) ?? '')).toHaveLength(3);
    expect(compareHref(taken())).toBe('/compare?variants=a%2Cc%2Cd');
    clearCompared();
    expect(taken()).toEqual([]);
    expect(compareHref(taken())).toBe('/compare');
  });

  it.each(['{', '7', '{"a":1}', '[7,null,{"variant":1}]', '[{"variant":"a","title":"x"}]'])(
    'counts %s in the storage as nothing',
    stored => {
      localStorage.setItem(STORAGE_KEYS.compared, stored);
      expect(taken()).toEqual([]);
    },
  );

  it('follows what another tab did', () => {
    const watcher = vi.fn();
    const leave = compared.subscribe(watcher);
    const { current } = compared;
    expect(current()).toBe(current());
    localStorage.setItem(STORAGE_KEYS.compared, JSON.stringify([one('z')]));
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEYS.compared }));
    expect(watcher).toHaveBeenCalledOnce();
    expect(taken()).toEqual(['z']);
    leave();
  });
});
