import { describe, expect, it } from 'vitest';
import { isAboveKey, KEY_DAYS, keyEnd, keyEndProblem, missingScope } from '#shared/rules/key-scopes.ts';
import type { Money } from '#shared/rules/money.ts';

const usd = (amount: number) => amount as Money;
const none = { fromBefore: false, scopes: [], onAccountUpTo: null } as const;

describe('the scopes of a key', () => {
  it.each([
    [[], ['orders:read'], 'orders:read'],
    [['orders:read'], ['orders:read'], null],
    [['orders:read'], ['orders:write'], 'orders:write'],
    [['orders:write'], ['orders:read'], null],
    [['orders:write'], ['carts:read'], 'carts:read'],
    [['orders:read'], ['orders:read', 'carts:write'], 'carts:write'],
    [['staff:write'], ['prices:write'], 'prices:write'],
    [[], [], null],
  ] as const)('%j of a call that needs %j lacks %j', (scopes, needed, lacking) => {
    expect(missingScope({ ...none, scopes }, needed)).toBe(lacking);
  });

  it('are no matter to a key from before', () => {
    expect(missingScope({ ...none, fromBefore: true }, ['staff:write'])).toBeNull();
  });
});

describe('an order by a key', () => {
  const order = (paymentType: 'Terms' | 'Check' | 'Cash' | 'credit-card', total: number) => ({
    paymentType,
    total: usd(total),
  });
  const upTo = { ...none, onAccountUpTo: usd(100) };

  it.each([
    [upTo, order('Terms', 100), false],
    [upTo, order('Terms', 100.01), true],
    [upTo, order('Check', 100.01), true],
    [upTo, order('Cash', 100.01), true],
    [upTo, order('credit-card', 5000), false],
    [{ ...none, onAccountUpTo: usd(0) }, order('Terms', 0.01), true],
    [none, order('Terms', 0), true],
    [none, order('credit-card', 5), false],
    [{ ...none, fromBefore: true }, order('Terms', 5000), false],
  ])('%j, %j: above it %j', (key, asked, isAbove) => {
    expect(isAboveKey(key, asked)).toBe(isAbove);
  });
});

describe('the end of a key', () => {
  const now = new Date('2026-11-23T12:00:00.000Z');

  it('is at most a year away, and to come', () => {
    expect(keyEndProblem(now.toISOString(), now)).toBe('is in the past');
    expect(keyEndProblem('2026-11-23T12:00:00.001Z', now)).toBeNull();
    expect(keyEndProblem(keyEnd(KEY_DAYS.most, now), now)).toBeNull();
    expect(keyEndProblem('2027-11-23T12:00:00.001Z', now)).toBe('is more than a year away');
  });
});
