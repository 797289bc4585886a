import { describe, expect, it } from 'vitest';
import type { PaymentType } from '#shared/enumerations.ts';
import type { Money } from '#shared/rules/money.ts';
import {
  allowedPaymentTypes,
  allowedShippingMethods,
  type BuyingCompany,
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
      message: 'on account is for companies with a credit limit',
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
