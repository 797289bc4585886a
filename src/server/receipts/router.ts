import { debtsOf } from '#server/receipts/owners.ts';
import { payFromAccount, takeWithAccount } from '#server/receipts/pay-from-account.ts';
import { listReceipts } from '#server/receipts/read-receipts.ts';
import { bounceReceipt } from '#server/receipts/take-receipt.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { out, router, staffProcedure } from '#server/trpc.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import {
  bounceReceiptSchema,
  debtsSchema,
  payFromAccountSchema,
  receiptListSchema,
  receiptOwnerSchema,
  receiptSchema,
  receiptsSchema,
  takeReceiptSchema,
  todaySchema,
} from '#shared/schemas/receipts.ts';

export const receiptsRouter = router({
  /** Tells what somebody owes, the oldest first, and has on account. */
  debts: staffProcedure
    .input(receiptOwnerSchema)
    .output(out(debtsSchema))
    .query(({ ctx, input }) => debtsOf(ctx.db, input)),

  take: staffProcedure
    .input(takeReceiptSchema)
    .output(out(receiptSchema))
    .mutation(({ ctx, input }) => takeWithAccount(ctx.app, ctx.user, input)),

  /** Lets money on account pay orders; answers what is owed and on account after it. */
  payFromAccount: staffProcedure
    .input(payFromAccountSchema)
    .output(out(debtsSchema))
    .mutation(({ ctx, input }) => payFromAccount(ctx.app, ctx.user, input)),

  /** Takes a receipt back that bounced; an Admin also one that was entered by mistake. */
  bounce: staffProcedure
    .input(bounceReceiptSchema)
    .output(out(receiptSchema))
    .mutation(({ ctx, input }) => bounceReceipt(ctx.app, ctx.user, input)),

  /** Tells the shop's own day, on which money that comes now is received. */
  today: staffProcedure.output(out(todaySchema)).query(async ({ ctx }) => {
    const { timeZone } = await shopRates(ctx.db);
    return { today: shopDate(clock.now(), timeZone), timeZone };
  }),

  list: staffProcedure
    .input(receiptListSchema)
    .output(out(receiptsSchema))
    .query(({ ctx, input }) => listReceipts(ctx.db, input)),
});
