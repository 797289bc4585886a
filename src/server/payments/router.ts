import { chargeOrder } from '#server/payments/charge.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { chargeAnswerSchema, chargeSchema, gatewaySchema } from '#shared/schemas/payments.ts';

export const paymentsRouter = router({
  charge: publicProcedure
    .meta(rest('POST', '/creditCard/charge', { summary: 'Charge the card of a held order' }))
    .input(chargeSchema)
    .output(out(chargeAnswerSchema))
    .mutation(({ ctx, input }) => chargeOrder(ctx.app, ctx.user, input)),

  /** What the payment step needs: which gateway, and the key of its card fields. */
  gateway: publicProcedure.output(out(gatewaySchema)).query(({ ctx }) => ({
    name: ctx.app.payments.name,
    publishableKey: ctx.app.payments.publishableKey ?? null,
  })),
});
