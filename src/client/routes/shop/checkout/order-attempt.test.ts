import { beforeEach, describe, expect, it } from 'vitest';
import {
  answered,
  attemptFor,
  endAttempt,
  forgetAttempt,
  readAttempt,
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

  it('keeps its key while the contents are the same, also after a reload', () => {
    const first = attemptFor(storage, 'a');
    expect(attemptFor(storage, 'a')).toEqual(first);
    answered(storage, first, { _id: 'order-1', orderKey: 'secret' });
    expect(attemptFor(storage, 'a').idempotencyKey).toBe(first.idempotencyKey);
  });

  it('takes a new key for other contents and replaces the order that the first one made', () => {
    const first = attemptFor(storage, 'a');
    answered(storage, first, { _id: 'order-1', orderKey: 'secret' });
    const second = attemptFor(storage, 'b');
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey);
    expect(second.replaces).toEqual({ _id: 'order-1', orderKey: 'secret' });
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
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey);
    expect(second.replaces).toEqual({ _id: 'order-1' });
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
    expect(attemptFor(storage, 'a').idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  });
});
