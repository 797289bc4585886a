import { bankActs } from '#server/simulation/bank.ts';
import {
  companyPays,
  customerBuys,
  customerMoves,
  customerSendsBack,
  guestBuys,
  guestHoards,
  memberAsks,
  primaryDecides,
  savedCartIsOrdered,
} from '#server/simulation/buyers.ts';
import { customerPricesChange, fileComesIn } from '#server/simulation/price-desk.ts';
import { count, Refused, type Visit } from '#server/simulation/scene.ts';
import {
  adminChangesSettings,
  somebodyLooks,
  staffCorrect,
  staffReceive,
  staffWork,
  twoActOnOne,
} from '#server/simulation/staff.ts';

/** Goes on until the shop says no, which is no fault of anybody. */
const untilRefused =
  (visit: Visit): Visit =>
  async (scene, dice) => {
    try {
      await visit(scene, dice);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      count(scene, `refused: ${error.reason}`);
    }
  };

/** Visits with how often they come among others. */
export const VISITS: Record<string, { visit: Visit; weight: number }> = {
  'a guest buys': { visit: untilRefused(guestBuys), weight: 14 },
  'a guest orders and does not pay': { visit: untilRefused(guestHoards), weight: 1 },
  'a customer buys': { visit: untilRefused(customerBuys), weight: 14 },
  'a saved cart is ordered': { visit: untilRefused(savedCartIsOrdered), weight: 3 },
  'a Member asks': { visit: untilRefused(memberAsks), weight: 3 },
  'a Primary decides': { visit: untilRefused(primaryDecides), weight: 3 },
  'a company pays': { visit: untilRefused(companyPays), weight: 2 },
  'a customer sends back': { visit: untilRefused(customerSendsBack), weight: 6 },
  'a customer moves': { visit: untilRefused(customerMoves), weight: 1 },
  'staff receive': { visit: untilRefused(staffReceive), weight: 4 },
  'staff work': { visit: untilRefused(staffWork), weight: 8 },
  'two act on one order': { visit: untilRefused(twoActOnOne), weight: 2 },
  'staff correct an order': { visit: untilRefused(staffCorrect), weight: 1 },
  'a file comes in': { visit: fileComesIn, weight: 4 },
  'customers’ prices change': { visit: untilRefused(customerPricesChange), weight: 2 },
  'settings change': { visit: untilRefused(adminChangesSettings), weight: 2 },
  'somebody looks': { visit: untilRefused(somebodyLooks), weight: 2 },
  'the bank acts': { visit: bankActs, weight: 2 },
};
