import { describe, expect, it } from 'vitest';
import { ERRORS } from '#shared/errors.ts';
import {
  CART_TEXTS,
  COUPON_NOTICES,
  errorNotice,
  LOGIN_NOTICES,
  type Notice,
  OPEN_STATUS,
  ORDER_NOTICES,
  PRICE_TEXTS,
  PRODUCT_NOTICES,
  REGISTER_NOTICES,
  SESSION_NOTICES,
  SITE_NOTICES,
} from '#shared/messages.ts';
import source from '#shared/messages.ts?raw';
import type { Money } from '#shared/rules/money.ts';

describe('where a price comes from', () => {
  it.each([
    [{ priceSource: 'special' }, true, "Your company's price"],
    [{ priceSource: 'special' }, false, 'Your price'],
    [{ priceSource: 'wholesale', priceQuantity: 12 }, true, '12+ price'],
    [{ priceSource: 'tier' }, true, 'Trade tier'],
    [{ priceSource: 'quoted' }, false, 'Quoted price'],
    [{ priceSource: 'base' }, true, null],
    [{}, true, null],
  ] as const)('%o is said as it is', (source, isCompanys, words) => {
    expect(PRICE_TEXTS.why(source, isCompanys)).toBe(words);
  });
});

describe('notices', () => {
  it.each<[Notice, Notice['kind'], string, number]>([
    [ORDER_NOTICES.savedAsBid, 'success', 'Order saved as a bid', 2500],
    [
      ORDER_NOTICES.duplicated(10023),
      'success',
      'Order 10023 has been successfully duplicated and can be found in your saved carts.',
      7000,
    ],
    [ORDER_NOTICES.chargeFailed, 'failure', 'Failed to charge Card.', 2500],
    [
      ORDER_NOTICES.creditLimit,
      'failure',
      'Your outstanding balance has exceeded your credit limit. Please make a payment or contact accounting.',
      10_000,
    ],
    [COUPON_NOTICES.saved, 'success', 'Successfully saved coupon.', 2500],
    [SITE_NOTICES.welcome, 'success', 'Welcome!', 3000],
    [SITE_NOTICES.welcomeAs('Ada'), 'success', 'Welcome Ada!', 3000],
    [
      SITE_NOTICES.newVersion,
      'info',
      'A new version of this site is available. Please refresh the page (Ctrl+Shift+R).',
      0,
    ],
    [PRODUCT_NOTICES.deleteOneFailed('Bar Pull'), 'failure', 'Failed to delete Bar Pull.', 2500],
    [LOGIN_NOTICES.wrongLogin, 'failure', "Username or Password didn't match.", 2500],
    [REGISTER_NOTICES.emailTaken, 'failure', 'Email is already taken, please use another email.', 2500],
    [
      REGISTER_NOTICES.companyExists,
      'failure',
      'A company with that name already exists. Ask to be invited to it, or contact support.',
      10_000,
    ],
    [SESSION_NOTICES.expired, 'failure', 'Your session has expired, please log in again.', 0],
    [errorNotice('out_of_stock'), 'failure', ERRORS.out_of_stock.notice, ERRORS.out_of_stock.ms],
  ])('%o', (notice, kind, text, ms) => expect(notice).toEqual({ kind, text, ms }));

  it('write no failure a second time that stands in the errors table', () => {
    const twice = Object.values(ERRORS).filter(row => source.includes(row.notice));
    expect(twice).toEqual([]);
  });
});

describe('texts with values', () => {
  it.each([
    [CART_TEXTS.add(3, 'Kitchen'), 'Add 3 to Kitchen'],
    [CART_TEXTS.nextTier({ more: 2, price: 5.4 as Money }), '2 more for $5.40 each'],
    [CART_TEXTS.nextShipping({ missing: 12.5 as Money, cost: 8 as Money }), '$12.50 more for $8.00 shipping'],
    [CART_TEXTS.pickedUp(12.95 as Money), 'Picked up at the store. Delivery from $12.95.'],
    [CART_TEXTS.pickedUp(0 as Money), 'Picked up at the store. Delivery is free, too.'],
    [CART_TEXTS.nextShipping({ missing: 1 as Money, cost: 0 as Money }), '$1.00 more for free shipping'],
    [
      PRICE_TEXTS.wholesale({ quantity: 10, price: 5.4 as Money, savePercent: 10 }),
      'buy 10 for $5.40, save 10%',
    ],
    [PRICE_TEXTS.wholesale({ quantity: 10, price: 5.4 as Money, savePercent: 0 }), 'buy 10 for $5.40'],
    [OPEN_STATUS.openTomorrow('8:00 am'), 'open tomorrow at 8:00 am'],
  ])('%s', (text, expected) => expect(text).toBe(expected));
});
