import { addressKey, LIMITS, limitFailures } from '#server/auth/rate-limits.ts';
import { limitGuesses } from '#server/coupons/guesses.ts';
import { cancelOrder } from '#server/orders/cancel-order.ts';
import { orderCost } from '#server/orders/cost.ts';
import { removeOrder } from '#server/orders/delete-order.ts';
import { listOrders } from '#server/orders/list-orders.ts';
import { addToHistory } from '#server/orders/order-history.ts';
import { patchOrder } from '#server/orders/patch-order.ts';
import { orderOf, reachOrder } from '#server/orders/read-order.ts';
import { compareOrder, duplicateOrder } from '#server/orders/reorder.ts';
import { submitOrder } from '#server/orders/submit-order.ts';
import { payOrder } from '#server/payments/pay-order.ts';
import { out, publicProcedure, rest, router, staffProcedure, userProcedure } from '#server/trpc.ts';
import { savedCartSchema } from '#shared/schemas/carts.ts';
import { removedSchema } from '#shared/schemas/common.ts';
import {
  cancelOrderSchema,
  checkoutSchema,
  compareOrderSchema,
  comparisonSchema,
  duplicateOrderSchema,
  figuresSchema,
  getCostSchema,
  orderByIdSchema,
  orderListSchema,
  orderLookupSchema,
  orderNumberSchema,
  orderSchema,
  ordersSchema,
  patchOrderSchema,
  removeOrderSchema,
} from '#shared/schemas/orders.ts';
import { payOrderAnswerSchema, payOrderSchema } from '#shared/schemas/payments.ts';

export const ordersRouter = router({
  getCost: publicProcedure
    .meta(rest('PATCH', '/orders/getCost', { summary: 'What a cart costs' }))
    .input(getCostSchema)
    .output(out(figuresSchema))
    .mutation(({ ctx, input }) => {
      const ask = () => orderCost(ctx.app, ctx.user, input);
      return input.couponCode ? limitGuesses(ctx, ask) : ask();
    }),

  submit: publicProcedure
    .meta(rest('POST', '/orders', { summary: 'Place an order', errors: ['key_amount'] }))
    .input(checkoutSchema)
    .output(out(orderSchema))
    .mutation(({ ctx, input }) => {
      const submit = () => submitOrder(ctx, input);
      return input.couponCode ? limitGuesses(ctx, submit) : submit();
    }),

  list: userProcedure
    .meta(rest('GET', '/orders/some', { summary: 'The orders of a user; for staff, of all' }))
    .input(orderListSchema)
    .output(out(ordersSchema))
    .query(({ ctx, input }) => listOrders(ctx.db, ctx.user, input)),

  /** What ordering the same again would be like. */
  compare: userProcedure
    .input(compareOrderSchema)
    .output(out(comparisonSchema))
    .query(({ ctx, input }) => compareOrder(ctx.db, ctx.user, input._id)),

  duplicate: userProcedure
    .meta(
      rest('POST', '/orders/duplicate', {
        summary: 'Save an order as a cart',
        errors: ['line_gone', 'carts_full'],
      }),
    )
    .input(orderNumberSchema)
    .output(out(savedCartSchema))
    .mutation(({ ctx, input }) => duplicateOrder(ctx.db, ctx.user, input)),

  duplicateById: userProcedure
    .meta(
      rest('PATCH', '/orders/duplicate', {
        summary: 'Save an order as a cart; for staff, of another user',
        errors: ['line_gone', 'carts_full'],
      }),
    )
    .input(duplicateOrderSchema)
    .output(out(savedCartSchema))
    .mutation(({ ctx, input: { _id, user } }) => duplicateOrder(ctx.db, ctx.user, { _id }, user)),

  addToHistory: userProcedure
    .meta(
      rest('POST', '/users/addOrderToHistory', { summary: 'Add an order to one’s history by its number' }),
    )
    .input(orderNumberSchema)
    .output(out(orderSchema))
    .mutation(({ ctx, input }) => addToHistory(ctx.db, ctx.user, input.orderNumber)),

  pay: userProcedure
    .meta(
      rest('POST', '/orders/payOrder', {
        summary: 'Pay orders, or some carts of one, by card',
        errors: ['card_declined', 'gateway_unavailable', 'order_state'],
      }),
    )
    .input(payOrderSchema)
    .output(out(payOrderAnswerSchema))
    .mutation(({ ctx, input }) => payOrder(ctx.app, ctx.user, input)),

  cancel: publicProcedure
    .meta(rest('PUT', '/orders', { summary: 'Cancel an order' }))
    .input(cancelOrderSchema)
    .output(out(orderSchema))
    .mutation(({ ctx, input }) => cancelOrder(ctx.app, ctx.user, input)),

  adminPatch: staffProcedure
    .meta(
      rest('PATCH', '/orders/admin', {
        summary: 'Fulfil an order, move it on, correct whom it goes to',
        errors: ['not_found', 'order_state', 'stale'],
      }),
    )
    .input(patchOrderSchema)
    .output(out(orderSchema))
    .mutation(({ ctx, input }) => patchOrder(ctx.app, ctx.user, input)),

  byId: publicProcedure
    .meta(rest('GET', '/orders/{id}', { summary: 'One order' }))
    .input(orderByIdSchema)
    .output(out(orderSchema))
    .query(async ({ ctx, input }) =>
      orderOf(ctx.db, await reachOrder(ctx.db, { _id: input.id }, ctx.user, input.orderKey)),
    ),

  remove: userProcedure
    .meta(
      rest('DELETE', '/orders/{id}', {
        summary: 'Remove a saved cart; for an Admin, delete an order',
        errors: ['cart_ordered', 'in_the_books', 'order_state'],
      }),
    )
    .input(removeOrderSchema)
    .output(out(removedSchema))
    .mutation(({ ctx, input }) => removeOrder(ctx.app, ctx.user, input.id)),

  /** A guest's order by its number and the key of his mail. */
  lookup: publicProcedure
    .input(orderLookupSchema)
    .output(out(orderSchema))
    .query(async ({ ctx, input }) => {
      const key = `orderLookup:${addressKey(ctx.ip)}`;
      const reach = () => reachOrder(ctx.db, input, null, input.orderKey);
      return orderOf(ctx.db, await limitFailures(ctx.db, key, LIMITS.orderLookup, reach));
    }),
});
