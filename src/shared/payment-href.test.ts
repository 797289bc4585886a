import { describe, expect, it } from 'vitest';
import { backToCheckout } from '#shared/payment-href.ts';

describe('the way back from a payment', () => {
  it('leads to the checkout that waits for it, and nowhere else', () => {
    expect(backToCheckout({ back: '/checkout/summary?cart=1' })).toBe('/checkout/summary?cart=1');
    for (const state of [null, undefined, 'x', {}, { back: null }, { back: 7 }, { back: '//elsewhere' }]) {
      expect(backToCheckout(state)).toBeNull();
    }
  });
});
