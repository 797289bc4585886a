import { debtsOf } from '#server/receipts/owners.ts';
import { listReceipts } from '#server/receipts/read-receipts.ts';
import { bounceReceipt, takeReceipt } from '#server/receipts/take-receipt.ts';
import { out, router, staffProcedure } from '#server/trpc.ts';
import {
  bounceReceiptSchema,
  debtsSchema,
  receiptListSchema,
  receiptOwnerSchema,
  receiptSchema,
  receiptsSchema,
  takeReceiptSchema,
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
    .mutation(({ ctx, input }) => takeReceipt(ctx.app, ctx.user, input)),

  bounce: staffProcedure
    .input(bounceReceiptSchema)
    .output(out(receiptSchema))
    .mutation(({ ctx, input }) => bounceReceipt(ctx.app, ctx.user, input._id)),

  list: staffProcedure
    .input(receiptListSchema)
    .output(out(receiptsSchema))
    .query(({ ctx, input }) => listReceipts(ctx.db, input)),
});
