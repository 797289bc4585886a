import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardSchema, holdsCardNumber, TEST_OUTCOMES } from '#shared/schemas/payments.ts';

const isCard = (card: unknown) => cardSchema.safeParse(card).success;

describe('card', () => {
  it.each([
    { confirmationToken: 'ctoken_1NnQUf2eZvKYlo2CIObdtbnb' },
    { savedCard: '01890000-0000-7000-8000-000000000001' },
    { paymentIntent: 'pi_3NnQUf2eZvKYlo2C1x2y3z4w' },
    { paymentIntent: 'test_confirm_685_abcdefghijklmnopabcdefghijklmnop' },
    ...TEST_OUTCOMES.map(testOutcome => ({ testOutcome })),
  ])('takes the reference %j', card => expect(cardSchema.parse(card)).toEqual(card));

  it.each([
    { number: '4242424242424242', cvc: '123', exp: '12/30' },
    { confirmationToken: 'ctoken_abc', number: '4242424242424242' },
    { confirmationToken: 'ctoken_abc', cvc: '123' },
    { confirmationToken: 'ctoken_abc', exp: '12/30' },
    { confirmationToken: '4242424242424242' },
    { confirmationToken: 'ctoken_4242424242424242' },
    { paymentIntent: 'pi_378282246310005' },
    { paymentIntent: 'pi_x4000002500003155x' },
    { savedCard: '4242424242424242' },
    { testOutcome: '4242 4242 4242 4242' },
  ])('refuses card data in %j', card => expect(isCard(card)).toBe(false));

  it.each([
    {},
    null,
    'ctoken_abc',
    [],
    { confirmationToken: '' },
    { confirmationToken: 'pi_abc' },
    { paymentIntent: 'ctoken_abc' },
    { paymentIntent: 'pi_../refunds' },
    { testOutcome: 'free' },
    { confirmationToken: 'ctoken_abc', testOutcome: 'approve' },
  ])('refuses %j', card => expect(isCard(card)).toBe(false));
});

describe('holdsCardNumber', () => {
  const luhn = (digits: string) => {
    const sum = [...digits].reverse().reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + Math.floor(value / 10) + (value % 10);
    }, 0);
    return digits + ((10 - (sum % 10)) % 10);
  };
  const digits = fc.stringMatching(/^[1-9]\d{11,17}$/);

  it('finds every number of 13 to 19 digits with a valid check digit, spaced, dashed or inside other text', () => {
    fc.assert(
      fc.property(
        digits,
        fc.constantFrom('', ' ', '-'),
        fc.constantFrom('', 'card ', 'x'),
        (start, gap, around) => {
          const number = [...luhn(start)].join(gap);
          expect(holdsCardNumber(around + number + around)).toBe(true);
        },
      ),
    );
  });

  it('leaves alone what is too short or fails the check digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,12}$/), text => {
        expect(holdsCardNumber(text)).toBe(false);
      }),
    );
    for (const text of [
      '4242424242424',
      '4242424242424241'.slice(0, 13),
      '0000000000000000',
      'PO 2026-11-21',
    ])
      expect(holdsCardNumber(text)).toBe(false);
  });
});
