import { describe, expect, it } from 'vitest';
import type { PaymentType } from '#shared/enumerations.ts';
import type { Money } from '#shared/rules/money.ts';
import {
  allowedPaymentTypes,
  allowedShippingMethods,
  type BuyingCompany,
  creditCheck,
  defaultPaymentType,
  defaultShippingMethod,
  needsShippingAddress,
  paymentTypeIssue,
  shippingMethodIssue,
} from '#shared/rules/payment.ts';

const usd = (amount: number) => amount as Money;
const company = (creditLimit: number, more: Partial<BuyingCompany> = {}): BuyingCompany => ({
  creditLimit: usd(creditLimit),
  ...more,
});

describe('payment types', () => {
  it.each<[string, BuyingCompany | null, boolean, PaymentType[]]>([
    ['a guest', null, false, ['credit-card']],
    ['a company without credit', company(0), false, ['credit-card']],
    ['a company with a cent of credit', company(0.01), false, ['credit-card', 'Terms']],
    [
      'a company that prefers checks',
      company(0, { preferredPayment: 'Check' }),
      false,
      ['credit-card', 'Check'],
    ],
    [
      'a company that prefers cash',
      company(9, { preferredPayment: 'Cash' }),
      false,
      ['credit-card', 'Terms', 'Cash'],
    ],
    ['staff for a guest', null, true, ['credit-card', 'Check', 'Cash']],
    ['staff for a company with credit', company(1), true, ['credit-card', 'Terms', 'Check', 'Cash']],
  ])('of %s', (_, of, byStaff, expected) => {
    expect(allowedPaymentTypes({ company: of, byStaff })).toEqual(expected);
  });

  it('that are not allowed are an issue of paymentType', () => {
    const buyer = { company: company(0), byStaff: true };
    expect(paymentTypeIssue('Terms', buyer)).toEqual({
      path: ['paymentType'],
      message: 'needs a company with a credit limit',
    });
    expect(paymentTypeIssue('Cash', { company: null, byStaff: false })?.path).toEqual(['paymentType']);
    expect(paymentTypeIssue('Cash', buyer)).toBeNull();
  });

  it.each<[string, Parameters<typeof defaultPaymentType>[0], PaymentType]>([
    ['a card', { company: null, byStaff: false }, 'credit-card'],
    [
      'what the company prefers',
      { company: company(1, { preferredPayment: 'Terms' }), byStaff: false },
      'Terms',
    ],
    [
      'a card where Terms are no longer open',
      { company: company(0, { preferredPayment: 'Terms' }), byStaff: false },
      'credit-card',
    ],
    [
      'what the user prefers first',
      { company: company(1, { preferredPayment: 'Check' }), byStaff: false, user: { paymentType: 'Terms' } },
      'Terms',
    ],
    ['Terms for staff, credit or not', { company: null, byStaff: true }, 'Terms'],
  ])('start with %s', (_, buyer, expected) => expect(defaultPaymentType(buyer)).toBe(expected));
});

describe('shipping methods', () => {
  it('have freight only for a quoted cart', () => {
    expect(allowedShippingMethods({ quoted: false })).toEqual([
      'local',
      'standard',
      'ground',
      'fedex',
      'air',
    ]);
    expect(allowedShippingMethods({ quoted: true })).toContain('freight');
    expect(shippingMethodIssue('freight', { quoted: false })?.path).toEqual(['shippingMethod']);
    expect(shippingMethodIssue('freight', { quoted: true })).toBeNull();
    expect(shippingMethodIssue('local', { quoted: false })).toBeNull();
  });

  it('start with local, or what user or company prefers', () => {
    expect(defaultShippingMethod({ company: null })).toBe('local');
    expect(
      defaultShippingMethod({ company: company(0, { preferredShipping: 'ground', shippingMethod: 'air' }) }),
    ).toBe('ground');
    expect(defaultShippingMethod({ company: company(0, { shippingMethod: 'air' }) })).toBe('air');
    expect(
      defaultShippingMethod({
        company: company(0, { preferredShipping: 'ground' }),
        user: { shippingMethod: 'fedex' },
      }),
    ).toBe('fedex');
    expect(defaultShippingMethod({ company: company(0, { preferredShipping: 'freight' }) })).toBe('local');
  });

  it('ask for an address, but local', () => {
    expect(needsShippingAddress('local')).toBe(false);
    expect(needsShippingAddress('ground')).toBe(true);
  });
});

describe('credit', () => {
  it.each([
    ['within the limit', 400, 1000, 599.99, true, 600],
    ['exactly the limit', 400, 1000, 600, true, 600],
    ['a cent over the limit', 400, 1000, 600.01, false, 600],
    ['nothing left', 1000, 1000, 0.01, false, 0],
    ['already over', 1200, 1000, 1, false, 0],
    ['no credit at all', 0, 0, 0, false, 0],
    ['paid ahead', -50, 1000, 1050, true, 1050],
    ['cents that floats would miss', 0.1, 0.3, 0.2, true, 0.2],
  ])('%s', (_, owed, creditLimit, total, allowed, available) => {
    const asked = { owed: usd(owed), creditLimit: usd(creditLimit), total: usd(total) };
    expect(creditCheck(asked)).toEqual({ allowed, available });
  });
});
