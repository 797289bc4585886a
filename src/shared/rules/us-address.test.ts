import { describe, expect, it } from 'vitest';
import { emailFault, phoneFault, stateCode, US_STATES, zipFault } from '#shared/rules/us-address.ts';
import { checkoutSchema } from '#shared/schemas/checkout.ts';
import { emailSchema } from '#shared/schemas/common.ts';

describe('a zip code', () => {
  it.each(['78701', '78701-1234', '787011234', ' 00501 '])('holds: %s', zip => {
    expect(zipFault(zip)).toBeNull();
  });

  it.each([
    ['7870', 'Zip code has 4 digits; it needs 5'],
    ['7', 'Zip code has 1 digit; it needs 5'],
    ['', 'Zip code has 0 digits; it needs 5'],
    ['787011', 'Zip code has 6 digits; it needs 5, or 9 with its extension'],
    ['7870112345', 'Zip code has 10 digits; it needs 5, or 9 with its extension'],
    ['SW1A 1AA', 'Zip code has digits only, like 78701'],
    ['78 701', 'Zip code is written like 78701 or 78701-1234'],
    ['7870-11234', 'Zip code is written like 78701 or 78701-1234'],
  ])('does not: %j', (zip, words) => {
    expect(zipFault(zip)).toBe(words);
  });
});

describe('a phone number', () => {
  it.each(['5125550143', '512 555 0143', '(512) 555-0143', '+1 512.555.0143', '1-512-555-0143'])(
    'holds: %s',
    phone => {
      expect(phoneFault(phone)).toBeNull();
    },
  );

  it.each([
    ['512 555 014', 'Phone number has 9 digits; it needs 10'],
    ['25125550143', 'Phone number has 11 digits; it needs 10'],
    ['call me', 'Phone number has digits only, like 512 555 0143'],
  ])('does not: %s', (phone, words) => {
    expect(phoneFault(phone)).toBe(words);
  });
});

it('finds a state by its code and its name', () => {
  for (const [code, name] of Object.entries(US_STATES)) {
    expect(stateCode(code.toLowerCase())).toBe(code);
    expect(stateCode(` ${name.toUpperCase()} `)).toBe(code);
  }
  expect(stateCode('')).toBeNull();
  expect(stateCode('Bavaria')).toBeNull();
});

it.each([
  ['', 'is required'],
  ['ada', 'needs an @, as in ada@example.com'],
  ['@example.com', 'needs a name before the @'],
  ['ada@', 'needs something after the @, as in ada@example.com'],
  ['ada@example', 'needs an ending after the @, like .com'],
  ['ada@ex@ample.com', 'has more than one @'],
  ['a da@example.com', 'is not an e-mail address'],
])('says what the address %j lacks', (address, words) => {
  expect(emailFault(address)).toBe(words);
  expect(emailSchema.safeParse(address).error?.issues[0]?.message).toBe(words);
});

describe('a checkout', () => {
  const checkout = (more: object) =>
    checkoutSchema.safeParse({
      idempotencyKey: '0190a0a0-0000-7000-8000-000000000000',
      cart: [
        {
          productId: '0190a0a0-0000-7000-8000-000000000001',
          variantId: '0190a0a0-0000-7000-8000-000000000002',
          quantity: 1,
        },
      ],
      total: 1,
      name: 'Ada Carver',
      email: 'ada@example.com',
      ...more,
    });
  const sent = {
    shippingMethod: 'ground',
    shippingAddress: '12 Mill Lane',
    shippingCity: 'Austin',
    shippingState: 'texas',
    shippingZip: '78701-1234',
  };

  it('names what is wrong with its address, each beside its field', () => {
    const wrong = { ...sent, shippingState: 'Bavaria', shippingZip: '7870', billingZip: 'X', phone: '512' };
    const issues = checkout(wrong).error?.issues.map(({ path, message }) => [path.join('.'), message]);
    expect(Object.fromEntries(issues ?? [])).toEqual({
      phone: 'Phone number has 3 digits; it needs 10',
      shippingState: 'is not a state of the US',
      shippingZip: 'Zip code has 4 digits; it needs 5',
      billingZip: 'Zip code has digits only, like 78701',
    });
  });

  it('keeps the state by its postal code', () => {
    expect(checkout(sent).data).toMatchObject({ shippingState: 'TX', shippingZip: '78701-1234' });
  });

  it('asks nothing of an address that is not given', () => {
    expect(checkout({ phone: '' }).success).toBe(true);
  });
});
