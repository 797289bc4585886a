import { bankActs } from '#server/simulation/bank.ts';
import { customerAsksForPrices, staffQuote } from '#server/simulation/bids.ts';
import {
  companyPays,
  customerBuys,
  customerMoves,
  guestBuys,
  guestHoards,
  memberAsks,
  primaryDecides,
  savedCartIsOrdered,
} from '#server/simulation/buyers.ts';
import {
  manyAllow,
  manyDecide,
  manyEdit,
  manyGiveBack,
  manyPay,
  manySpend,
  manyUseCoupon,
} from '#server/simulation/crowds.ts';
import { staffEdit } from '#server/simulation/edits.ts';
import {
  adminDecides,
  adminGivesInstead,
  staffGiveBack,
  staffGrant,
  staffHandOut,
  staffTakesGiftBack,
} from '#server/simulation/gifts.ts';
import { customerPricesChange, fileComesIn } from '#server/simulation/price-desk.ts';
import { customerSendsBack, staffReceive } from '#server/simulation/returns.ts';
import type { Visit } from '#server/simulation/scene.ts';
import {
  adminChangesSettings,
  somebodyLooks,
  staffCorrect,
  staffWork,
  twoActOnOne,
} from '#server/simulation/staff.ts';
import {
  linkIsPaid,
  staffBounce,
  staffSell,
  staffTakeBack,
  staffTakeMoney,
  staffUseAccount,
} from '#server/simulation/till.ts';

export interface Coming {
  visit: Visit;
  /** How often it comes among all others. */
  weight: number;
  /** The same in a rush; without it, `weight`, up to a bound. */
  inRush?: number;
  /** The things that it does if all goes well; each is counted. Those of a crowd are done in a rush alone. */
  comesTo: readonly string[];
}

/** The things that a crowd comes to whose members are in each other's way. */
const beside = (does: string) => [`one of many ${does}`, `one of many ${does}, and another is refused`];

/** Comes in a rush alone. */
const crowd = (visit: Visit, inRush: number, comesTo: readonly string[]): Coming => ({
  ...{ visit, weight: 0, inRush, comesTo },
});

export const VISITS = {
  'a guest buys': {
    visit: guestBuys,
    weight: 24,
    comesTo: [
      'pay by card',
      'walk away before paying',
      'cancel a held order',
      'walk away from the bank’s window',
    ],
  },
  'a guest orders and does not pay': { visit: guestHoards, weight: 1, comesTo: ['place an order'] },
  'a customer buys': { visit: customerBuys, weight: 28, comesTo: ['place an order', 'cancel an order'] },
  'a saved cart is ordered': {
    visit: savedCartIsOrdered,
    weight: 3,
    comesTo: ['save a cart', 'change a saved cart'],
  },
  'a customer asks for prices': {
    visit: customerAsksForPrices,
    weight: 4,
    comesTo: ['ask for prices', 'ask for better prices'],
  },
  'staff quote': { visit: staffQuote, weight: 3, comesTo: ['tell prices', 'ask for an Admin’s prices'] },
  'a Member asks': { visit: memberAsks, weight: 5, comesTo: ['ask for approval', 'take a request back'] },
  'a Primary decides': { visit: primaryDecides, weight: 5, comesTo: ['approve', 'decline'] },
  'a company pays': { visit: companyPays, weight: 2, comesTo: ['pay orders on account'] },
  'a customer sends back': { visit: customerSendsBack, weight: 6, comesTo: ['ask for a return'] },
  'a customer moves': { visit: customerMoves, weight: 1, comesTo: ['change their address'] },
  'staff receive': {
    visit: staffReceive,
    weight: 7,
    comesTo: ['receive a return', 'refund a return', 'reject a return'],
  },
  'staff work': {
    visit: staffWork,
    weight: 10,
    comesTo: [
      'take an order on',
      'count a part',
      'send or lay ready',
      'hand over',
      'complete',
      'move several orders',
      'cancel for a customer',
    ],
  },
  'staff edit an order': { visit: staffEdit, weight: 6, comesTo: ['edit an order'] },
  'staff take money': { visit: staffTakeMoney, weight: 4, comesTo: ['take a check', 'take money'] },
  'a check bounces': { visit: staffBounce, weight: 2, comesTo: ['bounce a check'] },
  'a receipt was a mistake': { visit: staffTakeBack, weight: 1, comesTo: ['take a receipt back'] },
  'staff give back': { visit: staffGiveBack, weight: 3, comesTo: ['give back at will'] },
  'an Admin gives another way': { visit: adminGivesInstead, weight: 3, comesTo: ['give another way'] },
  'staff use what is on account': {
    visit: staffUseAccount,
    weight: 2,
    comesTo: ['use what is on account'],
  },
  'staff give store credit': { visit: staffGrant, weight: 1, comesTo: ['give store credit'] },
  'a gift is taken back': { visit: staffTakesGiftBack, weight: 2, comesTo: ['take store credit back'] },
  'staff hand money out': { visit: staffHandOut, weight: 3, comesTo: ['hand money out'] },
  'a link is paid': { visit: linkIsPaid, weight: 2, comesTo: ['make a payment link', 'pay by a link'] },
  'an Admin decides': { visit: adminDecides, weight: 5, comesTo: ['let it be done', 'say no'] },
  'staff sell': { visit: staffSell, weight: 4, comesTo: ['make an order'] },
  'two act on one order': { visit: twoActOnOne, weight: 2, comesTo: ['cancel for a customer'] },
  'staff correct an order': { visit: staffCorrect, weight: 1, comesTo: ['correct an address'] },
  'a file comes in': { visit: fileComesIn, weight: 4, comesTo: ['prices change', 'goods come in'] },
  'customers’ prices change': {
    visit: customerPricesChange,
    weight: 2,
    comesTo: ['agree on a price', 'take a price back', 'agree on per cents', 'tell of new prices'],
  },
  'settings change': { visit: adminChangesSettings, weight: 2, comesTo: ['change the settings'] },
  'somebody looks': { visit: somebodyLooks, weight: 1, comesTo: ['look at the shop'] },
  'the bank acts': {
    visit: bankActs,
    weight: 4,
    comesTo: [
      'refund by hand',
      'send a refund back',
      'dispute a charge',
      'end a dispute',
      'let a refund through',
      'fail a refund',
    ],
  },
  'many use a coupon': crowd(manyUseCoupon, 6, ['one of many orders with a coupon']),
  'many spend what they share': crowd(manySpend, 8, ['one of many spends what they share']),
  'many decide a request': crowd(manyDecide, 6, beside('decides a request')),
  'many decide an act': crowd(manyAllow, 5, beside('decides an act')),
  'many give money back': crowd(manyGiveBack, 5, beside('gives money back')),
  'many edit an order': crowd(manyEdit, 5, beside('edits an order')),
  'many pay the same orders': crowd(manyPay, 5, beside('pays the same orders')),
} satisfies Record<string, Coming>;
