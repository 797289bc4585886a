import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leftAfterLoss } from '#shared/rules/lost-disputes.ts';
import { sumMoney, toCents, toMoney } from '#shared/rules/money.ts';

const part = fc
  .tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 100_000 }))
  .map(([amount, gone]) => ({ amount: toMoney(amount), left: toMoney(Math.max(0, amount - gone)) }));

it('leaves all where nothing was lost, and nothing where all was', () => {
  const parts = [
    { amount: toMoney(100), left: toMoney(100) },
    { amount: toMoney(50), left: toMoney(20) },
  ];
  expect(leftAfterLoss(parts, toMoney(0))).toEqual([1, 0.2]);
  expect(leftAfterLoss(parts, toMoney(150))).toEqual([0, 0]);
  expect(leftAfterLoss(parts, toMoney(999))).toEqual([0, 0]);
});

it('lets no more go back of all parts, one after the other, than the charge has left', () => {
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 200_000 }),
      (parts, lost) => {
        const left = parts.map(one => ({ ...one }));
        const ofCharge = Math.max(0, toCents(sumMoney(parts.map(one => one.left))) - lost);
        let given = 0;
        for (const [index, one] of left.entries()) {
          const back = leftAfterLoss(left, toMoney(lost))[index] ?? toMoney(0);
          expect(back).toBeGreaterThanOrEqual(0);
          given += toCents(back);
          one.left = toMoney(toCents(one.left) - toCents(back));
        }
        expect(given).toBeLessThanOrEqual(ofCharge);
      },
    ),
  );
});
