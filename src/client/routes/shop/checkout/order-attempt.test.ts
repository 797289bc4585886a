import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  answered,
  attemptFor,
  endAttempt,
  forgetAttempt,
  keyOf,
  prepareAttempt,
  readAttempt,
  replaceNext,
  restartAttempt,
} from '#client/routes/shop/checkout/order-attempt.ts';

describe('the order being placed', () => {
  let kept: Map<string, string>;
  let storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  beforeEach(() => {
    kept = new Map();
    storage = {
      getItem: key => kept.get(key) ?? null,
      setItem: (key, value) => {
        kept.set(key, value);
      },
      removeItem: key => {
        kept.delete(key);
      },
    };
  });

  const keyFor = (fingerprint: string) => keyOf(attemptFor(storage, fingerprint));

  it('gives up the order that a remedy names, and none where it says so', () => {
    answered(storage, attemptFor(storage, 'a'), { _id: 'order-1' });
    replaceNext(storage, { _id: 'order-2' });
    expect(attemptFor(storage, 'a').replaces).toEqual({ _id: 'order-2' });
    replaceNext(storage, null);
    expect(attemptFor(storage, 'a').replaces).toBeUndefined();
  });

  it('keeps its key while the contents are the same, also after a reload', () => {
    prepareAttempt(storage);
    const first = attemptFor(storage, 'a');
    expect(attemptFor(storage, 'a')).toEqual(first);
    answered(storage, first, { _id: 'order-1', orderKey: 'secret' });
    prepareAttempt(storage);
    expect(keyFor('a')).toBe(keyOf(first));
    expect(z.uuid().parse(keyFor('a'))).toBe(keyFor('a'));
  });

  it('has the same key in two tabs that opened before either submitted and don’t see each other’s writes', () => {
    prepareAttempt(storage);
    const other = new Map(kept);
    const first = keyFor('a');
    kept = other;
    expect(keyFor('a')).toBe(first);
  });

  it('takes a new key for other contents and replaces the order that the first one made', () => {
    const first = attemptFor(storage, 'a');
    answered(storage, first, { _id: 'order-1', orderKey: 'secret' });
    const second = attemptFor(storage, 'b');
    expect(keyOf(second)).not.toBe(keyOf(first));
    expect(second.replaces).toEqual({ _id: 'order-1', orderKey: 'secret' });
    // Going back to the first contents is a third order, as the first is given up by now.
    expect(keyFor('a')).not.toBe(keyOf(first));
  });

  it('still replaces the first order when the second attempt was never answered', () => {
    answered(storage, attemptFor(storage, 'a'), { _id: 'order-1' });
    attemptFor(storage, 'b');
    expect(attemptFor(storage, 'c').replaces).toEqual({ _id: 'order-1' });
  });

  it('takes a new key for the same contents once its own is spent, and replaces what it held', () => {
    const first = attemptFor(storage, 'a');
    answered(storage, first, { _id: 'order-1' });
    endAttempt(storage);
    const second = attemptFor(storage, 'a');
    expect(keyOf(second)).not.toBe(keyOf(first));
    expect(second.replaces).toEqual({ _id: 'order-1' });
  });

  it('begins anew after an order that ran out, with one key in every tab', () => {
    answered(storage, attemptFor(storage, 'a'), { _id: 'order-1' });
    const tabs = [restartAttempt(storage, 'a', 'order-1'), restartAttempt(storage, 'a', 'order-1')];
    expect(tabs.map(({ replaces }) => replaces)).toEqual([undefined, undefined]);
    expect(new Set(tabs.map(keyOf)).size).toBe(1);
    expect(keyOf(restartAttempt(storage, 'a'))).not.toBe(keyFor('b'));
  });

  it('starts afresh when forgotten or damaged', () => {
    answered(storage, attemptFor(storage, 'a'), { _id: 'order-1' });
    forgetAttempt(storage);
    expect(attemptFor(storage, 'b').replaces).toBeUndefined();
    kept.set('orderAttempt', '{"fingerprint":7}');
    expect(readAttempt(storage)).toBeNull();
  });

  it('works where nothing can be stored', () => {
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(keyFor('a')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
