import { z } from 'zod';
import { customerOf } from '#server/companies/customers.ts';
import { giveInstead } from '#server/goodwill/give-instead.ts';
import { grantStoreCredit, lookAtCredit } from '#server/goodwill/grant-credit.ts';
import { lookAtRefund, refundAtWill } from '#server/goodwill/refund-at-will.ts';
import { takeCreditBack } from '#server/goodwill/take-credit-back.ts';
import { buyerTerms } from '#server/payments/buyer-terms.ts';
import { chargeOrder } from '#server/payments/charge.ts';
import { limitDeclines } from '#server/payments/limit-declines.ts';
import { makePayLink, openPayLink, payByLink } from '#server/payments/pay-link.ts';
import { remindCompany, remindersOf } from '#server/payments/remind.ts';
import { listSavedCards, removeSavedCard, savedCardsFor } from '#server/payments/saved-cards.ts';
import { statementOf } from '#server/payments/statement.ts';
import {
  adminProcedure,
  commercialProcedure,
  out,
  publicProcedure,
  rest,
  router,
  staffProcedure,
  userProcedure,
} from '#server/trpc.ts';
import { removedSchema } from '#shared/schemas/common.ts';
import {
  creditLookSchema,
  giveInsteadSchema,
  grantStoreCreditSchema,
  lookAtCreditSchema,
  lookAtRefundSchema,
  makeRefundSchema,
  refundLookSchema,
  takeCreditBackSchema,
} from '#shared/schemas/give-back.ts';
import { orderByIdSchema, orderSchema } from '#shared/schemas/orders.ts';
import {
  linkedOrderSchema,
  makePayLinkSchema,
  openPayLinkSchema,
  paidByLinkSchema,
  payByLinkSchema,
  payLinkSchema,
} from '#shared/schemas/pay-links.ts';
import {
  buyerTermsSchema,
  chargeAnswerSchema,
  chargeSchema,
  gatewaySchema,
  remindedSchema,
  remindersQuerySchema,
  remindersSchema,
  remindSchema,
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
    .mutation(({ ctx, input }) => limitDeclines(ctx, () => chargeOrder(ctx.app, ctx.user, input))),

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

  /** Lists the cards of who placed an order, for staff who charge one of them. */
  ofOrder: staffProcedure
    .input(orderByIdSchema.pick({ id: true }))
    .output(out(z.array(savedCardSchema)))
    .query(({ ctx, input }) => savedCardsFor(ctx.app, input.id)),

  remove: userProcedure
    .input(removeSavedCardSchema)
    .output(out(removedSchema))
    .mutation(({ ctx, input }) => removeSavedCard(ctx.app, ctx.user, input._id)),
});

export const payLinksRouter = router({
  /** Makes a link by which anybody can pay an order by card, and mails it if asked to. */
  make: staffProcedure
    .input(makePayLinkSchema)
    .output(out(payLinkSchema))
    .mutation(({ ctx, input }) => makePayLink(ctx.app, ctx.user, input)),

  open: publicProcedure
    .input(openPayLinkSchema)
    .output(out(linkedOrderSchema))
    .query(({ ctx, input }) => openPayLink(ctx.app, input)),

  pay: publicProcedure
    .input(payByLinkSchema)
    .output(out(paidByLinkSchema))
    .mutation(({ ctx, input }) => payByLink(ctx.app, ctx.ip, input)),
});

export const statementRouter = router({
  get: commercialProcedure
    .input(statementQuerySchema)
    .output(out(statementSchema))
    .query(({ ctx, input }) => statementOf(ctx.db, ctx.user, input)),

  /** Tells what a reminder would say, and which were sent. */
  reminders: staffProcedure
    .input(remindersQuerySchema)
    .output(out(remindersSchema))
    .query(({ ctx, input }) => remindersOf(ctx.db, ctx.user, input.company)),

  /** Mails a company what of its account is due. */
  remind: staffProcedure
    .input(remindSchema)
    .output(out(remindedSchema))
    .mutation(({ ctx, input }) => remindCompany(ctx.app, ctx.user, input)),
});

export const refundsRouter = router({
  /** Tells what of an order can go back, and what some of it is worth. */
  look: staffProcedure
    .input(lookAtRefundSchema)
    .output(out(refundLookSchema))
    .query(({ ctx, input }) => lookAtRefund(ctx.app, ctx.user, input)),

  make: staffProcedure
    .input(makeRefundSchema)
    .output(out(orderSchema))
    .mutation(({ ctx, input }) => refundAtWill(ctx.app, ctx.user, input)),

  /** Gives another way what a card refused, once. */
  giveInstead: adminProcedure
    .input(giveInsteadSchema)
    .output(out(orderSchema))
    .mutation(({ ctx, input }) => giveInstead(ctx.app, ctx.user, input)),
});

export const storeCreditRouter = router({
  look: staffProcedure
    .input(lookAtCreditSchema)
    .output(out(creditLookSchema))
    .query(({ ctx, input }) => lookAtCredit(ctx.db, ctx.user, input)),

  /** Gives store credit for no order in particular; answers what its owner has then. */
  grant: staffProcedure
    .input(grantStoreCreditSchema)
    .output(out(storeCreditBalanceSchema))
    .mutation(({ ctx, input }) => grantStoreCredit(ctx.app, ctx.user, input)),

  /** Takes back what was given by mistake, as far as it is not spent. */
  takeBack: adminProcedure
    .input(takeCreditBackSchema)
    .output(out(storeCreditBalanceSchema))
    .mutation(({ ctx, input }) => takeCreditBack(ctx.app, ctx.user, input)),

  /** Tells what an order of this customer may use: their company's, or their own where they have no company. */
  balance: userProcedure.output(out(storeCreditBalanceSchema)).query(async ({ ctx }) => {
    const { storeCredit } = await customerOf(ctx.db, ctx.user);
    return { balance: storeCredit };
  }),
});
