import { formatMoney, type Money } from '#shared/rules/money.ts';

/** Stands on the button by which an act of an Employee is only asked for. */
export const ASK_ADMIN = 'Ask an Admin for it';

/** Says before it is pressed that an act of an Employee is only asked for by it. */
export function WaitsNote() {
  return <p>An Admin has to approve this: it waits for them, and nothing is done before.</p>;
}

/** Whether an amount waits for an Admin, by the most that may go back without one (null: any). */
export const waitsAbove = (amount: Money | null, alone: Money | null): boolean =>
  amount !== null && alone !== null && amount > alone;

/** Says how far an order would take its company above what it may owe. */
export const aboveWords = (missing: Money): string =>
  `On account it would be ${formatMoney(missing)} above the credit limit.`;
