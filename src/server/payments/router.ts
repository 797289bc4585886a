import { z } from 'zod';
import { customerOf } from '#server/companies/customers.ts';
import { buyerTerms } from '#server/payments/buyer-terms.ts';
import { chargeOrder } from '#server/payments/charge.ts';
import { listSavedCards, removeSavedCard } from '#server/payments/saved-cards.ts';
import { statementOf } from '#server/payments/statement.ts';
import { commercialProcedure, out, publicProcedure, rest, router, userProcedure } from '#server/trpc.ts';
import { removedSchema } from '#shared/schemas/common.ts';
import {
  buyerTermsSchema,
  chargeAnswerSchema,
  chargeSchema,
  gatewaySchema,
  removeSavedCardSchema,
  savedCardSchema,
  statementQuerySchema,
  statementSchema,
  storeCreditBalanceSchema,
} from '#shared/schemas/payments.ts';

export const paymentsRouter = router({
  charge: publicProcedure
    .meta(
      rest('POST', '/creditCard/charge', {
        summary: 'Charge the card of a held order',
        does: 'Charges what the order costs, whatever the caller believes; a guest names its `orderKey`. `requires_action` asks for a confirmation by the bank, after which the call is made again with `paymentIntent`. Sent twice, it charges once.',
        errors: [
          'not_found',
          'card_declined',
          'insufficient_funds',
          'hold_expired',
          'order_state',
          'gateway_unavailable',
          'too_many',
        ],
      }),
    )
    .input(chargeSchema)
    .output(out(chargeAnswerSchema))
    .mutation(({ ctx, input }) => chargeOrder(ctx.app, ctx.user, input)),

  /** Tells what the signed-in customer may pay with. */
  terms: userProcedure.output(out(buyerTermsSchema)).query(({ ctx }) => buyerTerms(ctx.db, ctx.user)),

  /** Tells what the payment step needs: which gateway, and the key of its card fields. */
  gateway: publicProcedure.output(out(gatewaySchema)).query(({ ctx }) => ({
    name: ctx.app.payments.name,
    publishableKey: ctx.app.payments.publishableKey ?? null,
  })),
});

export const savedCardsRouter = router({
  list: userProcedure
    .output(out(z.array(savedCardSchema)))
    .query(({ ctx }) => listSavedCards(ctx.app, ctx.user)),

  remove: userProcedure
    .input(removeSavedCardSchema)
    .output(out(removedSchema))
    .mutation(({ ctx, input }) => removeSavedCard(ctx.app, ctx.user, input._id)),
});

export const statementRouter = router({
  get: commercialProcedure
    .input(statementQuerySchema)
    .output(out(statementSchema))
    .query(({ ctx, input }) => statementOf(ctx.db, ctx.user, input)),
});

export const storeCreditRouter = router({
  /** Tells what an order of this customer may use: their company's, or their own where they have no company. */
  balance: userProcedure.output(out(storeCreditBalanceSchema)).query(async ({ ctx }) => {
    const { storeCredit } = await customerOf(ctx.db, ctx.user);
    return { balance: storeCredit };
  }),
});
