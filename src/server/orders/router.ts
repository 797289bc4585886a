import { limitGuesses } from '#server/coupons/guesses.ts';
import { withoutTelling } from '#server/coupons/telling.ts';
import { addressKey, LIMITS, limitFailures } from '#server/http/rate-limits.ts';
import { cancelOrder } from '#server/orders/cancel-order.ts';
import { orderCost } from '#server/orders/cost.ts';
import { removeOrder } from '#server/orders/delete-order.ts';
import { handOver } from '#server/orders/hand-over.ts';
import { listOrders } from '#server/orders/list-orders.ts';
import { moveMany } from '#server/orders/move-many.ts';
import { deskBeside, deskCounts, deskIds, orderDesk, savedOrderCounts } from '#server/orders/order-desk.ts';
import { addToHistory } from '#server/orders/order-history.ts';
import { emailConfirmation, emailInvoice } from '#server/orders/order-mails.ts';
import { dismissAlert, orderRecord } from '#server/orders/order-record.ts';
import { patchOrder } from '#server/orders/patch-order.ts';
import { pickList } from '#server/orders/pick-list.ts';
import { readHistory } from '#server/orders/read-history.ts';
import { orderOf, reachOrder } from '#server/orders/read-order.ts';
import { compareOrder, duplicateOrder } from '#server/orders/reorder.ts';
import { submitOrder } from '#server/orders/submit-order.ts';
import { limitDeclines } from '#server/payments/limit-declines.ts';
import { payOrder } from '#server/payments/pay-order.ts';
import { createOrder } from '#server/staff-orders/create-order.ts';
import { editOrder } from '#server/staff-orders/edit-order.ts';
import { holdAsBid } from '#server/staff-orders/hold-as-bid.ts';
import { priceForStaff } from '#server/staff-orders/price-for-staff.ts';
import { out, publicProcedure, rest, router, staffProcedure, userProcedure } from '#server/trpc.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import { holdAsBidSchema } from '#shared/schemas/bids.ts';
import { savedCartSchema } from '#shared/schemas/carts.ts';
import { checkoutSchema, getCostSchema } from '#shared/schemas/checkout.ts';
import { okSchema, removedSchema } from '#shared/schemas/common.ts';
import { createOrderSchema, priceForStaffSchema, staffFiguresSchema } from '#shared/schemas/create-order.ts';
import { editedOrderSchema, editOrderSchema } from '#shared/schemas/edit-order.ts';
import { emailOrderSchema } from '#shared/schemas/mail.ts';
import {
  deskBesideSchema,
  deskCountsSchema,
  deskIdsSchema,
  deskNeighboursSchema,
  deskQuerySchema,
  dismissAlertSchema,
  orderDeskAnswerSchema,
  orderDeskSchema,
  orderRecordQuerySchema,
  orderRecordSchema,
} from '#shared/schemas/order-desk.ts';
import {
  cancelOrderSchema,
  compareOrderSchema,
  comparisonSchema,
  duplicateOrderSchema,
  figuresSchema,
  orderByIdSchema,
  orderListSchema,
  orderLookupSchema,
  orderNumberSchema,
  orderSchema,
  ordersSchema,
  removeOrderSchema,
} from '#shared/schemas/orders.ts';
import { payOrderAnswerSchema, payOrderSchema } from '#shared/schemas/payments.ts';
import { orderHistoryQuerySchema, orderHistorySchema } from '#shared/schemas/staff-history.ts';
import { movedManySchema, moveManySchema, patchOrderSchema } from '#shared/schemas/staff-orders.ts';
import {
  handedOverSchema,
  handOverSchema,
  pickListQuerySchema,
  pickListSchema,
} from '#shared/schemas/staff-picking.ts';
import { savedCountsQuerySchema, savedCountsSchema } from '#shared/schemas/staff-views.ts';

export const ordersRouter = router({
  getCost: publicProcedure
    .meta(
      rest('PATCH', '/orders/getCost', {
        summary: 'Work out what a cart costs',
        does: 'Works a cart, or saved carts, out to the cent and orders nothing: 200 also for a coupon that fails, which `couponStatus` tells. Prices are those of the asker; staff may name a `user` or a `company`. A visitor may name 30 unknown coupons in 10 minutes, and 20 addresses an hour that a coupon is asked about: of more, it is judged without the address until it is ordered.',
        reads: true,
        errors: ['not_found', 'forbidden', 'signed_out', 'line_gone', 'cart_full', 'too_many'],
      }),
    )
    .input(getCostSchema)
    .output(out(figuresSchema))
    .mutation(({ ctx, input }) => {
      const ask = async () => orderCost(ctx.app, ctx.user, await withoutTelling(ctx, input));
      return input.couponCode ? limitGuesses(ctx, ask) : ask();
    }),

  submit: publicProcedure
    .meta(
      rest('POST', '/orders', {
        summary: 'Place an order',
        inTurn: true,
        does: 'Places the order at the `total` that was seen, or refuses and writes nothing. A card order is `Held`, with its stock, until it is charged: 15 minutes, or 2 for very large ones. The same `idempotencyKey` answers the same order. Guests may order; they get the `orderKey` by which they reach the order.',
        errors: [
          'signed_out',
          'key_amount',
          'figures_changed',
          'out_of_stock',
          'line_gone',
          'cart_full',
          'cart_ordered',
          'needs_approval',
          'key_reused',
          'order_state',
          'hold_limit',
          'credit_limit',
          'too_many',
          'unavailable_order',
        ],
      }),
    )
    .input(checkoutSchema)
    .output(out(orderSchema))
    .mutation(({ ctx, input }) => submitOrder(ctx, input)),

  list: userProcedure
    .meta(
      rest('GET', '/orders/some', {
        summary: 'The orders of a user; for staff, of all',
        does: "A page of one's own; for staff, of everybody's, by customer, company, state and days.",
      }),
    )
    .input(orderListSchema)
    .output(out(ordersSchema))
    .query(({ ctx, input }) => listOrders(ctx.db, ctx.user, input)),

  /** Lists a view of the order desk. */
  desk: staffProcedure
    .input(orderDeskSchema)
    .output(out(orderDeskAnswerSchema))
    .query(({ ctx, input }) => orderDesk(ctx.db, input)),

  deskCounts: staffProcedure.output(out(deskCountsSchema)).query(({ ctx }) => deskCounts(ctx.db)),

  savedCounts: staffProcedure
    .input(savedCountsQuerySchema)
    .output(out(savedCountsSchema))
    .query(({ ctx, input }) => savedOrderCounts(ctx.db, ctx.user, input)),

  deskIds: staffProcedure
    .input(deskQuerySchema)
    .output(out(deskIdsSchema))
    .query(({ ctx, input }) => deskIds(ctx.db, input)),

  deskBeside: staffProcedure
    .input(deskBesideSchema)
    .output(out(deskNeighboursSchema))
    .query(({ ctx, input }) => deskBeside(ctx.db, input)),

  record: staffProcedure
    .input(orderRecordQuerySchema)
    .output(out(orderRecordSchema))
    .query(({ ctx, input }) => orderRecord(ctx.db, ctx.user, input.id)),

  dismissAlert: staffProcedure
    .input(dismissAlertSchema)
    .output(out(orderRecordSchema))
    .mutation(({ ctx, input }) => dismissAlert(ctx.db, ctx.user, input)),

  pickList: staffProcedure
    .input(pickListQuerySchema)
    .output(out(pickListSchema))
    .query(({ ctx, input }) => pickList(ctx.db, input)),

  handOver: staffProcedure
    .input(handOverSchema)
    .output(out(handedOverSchema))
    .mutation(({ ctx, input }) => handOver(ctx.app, ctx.user, input)),

  /** Tells what ordering the same again would be like. */
  compare: userProcedure
    .input(compareOrderSchema)
    .output(out(comparisonSchema))
    .query(({ ctx, input }) => compareOrder(ctx.db, ctx.user, input._id)),

  duplicate: userProcedure
    .meta(
      rest('POST', '/orders/duplicate', {
        summary: 'Save an order as a cart',
        does: "Puts what is still on sale of an order into a new saved cart, at today's prices. For its owner and staff.",
        errors: ['not_found', 'line_gone', 'carts_full'],
      }),
    )
    .input(orderNumberSchema)
    .output(out(savedCartSchema))
    .mutation(({ ctx, input }) => duplicateOrder(ctx.db, ctx.user, input)),

  duplicateById: userProcedure
    .meta(
      rest('PATCH', '/orders/duplicate', {
        summary: 'Save an order as a cart; for staff, of another user',
        does: 'As POST does by the number. Staff may name the `user` who gets the cart.',
        errors: ['not_found', 'forbidden', 'line_gone', 'carts_full'],
      }),
    )
    .input(duplicateOrderSchema)
    .output(out(savedCartSchema))
    .mutation(({ ctx, input: { _id, user } }) => duplicateOrder(ctx.db, ctx.user, { _id }, user)),

  addToHistory: userProcedure
    .meta(
      rest('POST', '/users/addOrderToHistory', {
        summary: 'Add an order to one’s history by its number',
        does: "Takes over a guest's order that bears the user's own confirmed address; any other is not found. At most 20 misses an hour.",
        errors: ['not_found', 'too_many'],
      }),
    )
    .input(orderNumberSchema)
    .output(out(orderSchema))
    .mutation(({ ctx, input }) => addToHistory(ctx.db, ctx.user, input.orderNumber)),

  /** Tells what an order by staff would come to. A mutation only because a cart is too long for an address. */
  priceForStaff: staffProcedure
    .meta({ reads: true })
    .input(priceForStaffSchema)
    .output(out(staffFiguresSchema))
    .mutation(({ ctx, input }) => priceForStaff(ctx.app, input, ctx.user)),

  /** Keeps what was typed for an order as a bid of its customer. */
  holdAsBid: staffProcedure
    .input(holdAsBidSchema)
    .output(out(savedCartSchema))
    .mutation(({ ctx, input }) => holdAsBid(ctx.db, ctx.user, input)),

  pay: userProcedure
    .meta(
      rest('POST', '/orders/payOrder', {
        summary: 'Pay orders, or some carts of one, by card',
        does: "Pays what is open of placed orders with one charge, or some carts of one order. The amount is the shop's; `total` is what was seen. The same `idempotencyKey` never charges twice. For whoever may read the orders.",
        errors: [
          'not_found',
          'figures_changed',
          'key_reused',
          'order_state',
          'card_declined',
          'insufficient_funds',
          'gateway_unavailable',
          'too_many',
        ],
      }),
    )
    .input(payOrderSchema)
    .output(out(payOrderAnswerSchema))
    .mutation(({ ctx, input }) => limitDeclines(ctx, () => payOrder(ctx.app, ctx.user, input))),

  cancel: publicProcedure
    .meta(
      rest('PUT', '/orders', {
        summary: 'Cancel an order',
        does: 'Cancels an order, gives stock, coupon and credit back and refunds what was paid. Its customer may while it is Held or Submitted, a guest with its `orderKey` while it is Held, staff until it is Ready. Canceled already: answered as it is.',
        errors: ['not_found', 'order_state', 'forbidden'],
      }),
    )
    .input(cancelOrderSchema)
    .output(out(orderSchema))
    .mutation(({ ctx, input }) => cancelOrder(ctx.app, ctx.user, input)),

  adminPatch: staffProcedure
    .meta(
      rest('PATCH', '/orders/admin', {
        summary: 'Fulfil an order, move it on, correct whom it goes to',
        does: 'Changes the fields that are given; nothing here changes an amount. With `version` only if nobody else changed the order. An order becomes Ready or Shipped with what is counted as fulfilled; `allPicked` counts all of it. An order on account of a company that owes more than its limit is taken on only with `evenOverLimit`. No count falls below what has left the shop. Its customer is told of Ready and Shipped, and of what comes later.',
        errors: ['not_found', 'order_state', 'not_counted', 'over_limit', 'stale', 'too_many', 'forbidden'],
      }),
    )
    .input(patchOrderSchema)
    .output(out(orderSchema))
    .mutation(({ ctx, input }) => patchOrder(ctx.app, ctx.user, input)),

  createByStaff: staffProcedure
    .meta(
      rest('POST', '/orders/createOrder', {
        summary: 'Make an order for a customer',
        does: 'Places an order for a user, a company, a new guest or whoever stands at the counter: at their prices, or at those that are named with a reason. Its date is tomorrow, its delivery the day after, its payment Terms unless said otherwise. `takenAlong`: they take all of it along now and pay so; then it is Completed, or Ready where a card is to pay it: one that they saved, or any by a link that staff make in the back office. Above the company’s credit limit it goes on with `overLimit`: an Employee’s waits for an Admin. No freight: that is quoted.',
        errors: [
          'not_found',
          'key_reused',
          'figures_changed',
          'line_gone',
          'out_of_stock',
          'credit_limit',
          'receipt_known',
          'key_amount',
          'forbidden',
          'waits_for_admin',
          'too_many',
        ],
      }),
    )
    .input(createOrderSchema)
    .output(out(orderSchema))
    .mutation(({ ctx, input }) => createOrder(ctx.app, ctx.user, input, ctx.key)),

  adminReplace: staffProcedure
    .meta(
      rest('PUT', '/orders/admin', {
        summary: 'Change what was ordered',
        does: 'Takes the whole list of lines: one without `_id` is added, one that is missing is taken out. With `preview` it tells what the order comes to then, what of it is still to be paid and what goes back, and writes nothing; the real one names the figures that the preview told, a version and a key. Lines that are not touched keep what they were sold for; the others are priced anew, unless a price is named with its reason. The tax rate is the order’s own; shipping stays unless `recalculateShipping` is said, or it goes by another `shippingMethod`, which needs its address. Not while a charge or a dispute is under way, nor of a Held or Canceled order; of a Completed one by an Admin alone.',
        errors: [
          ...(['not_found', 'order_state', 'stale', 'figures_changed', 'key_reused'] as const),
          ...(['out_of_stock', 'credit_limit', 'key_amount', 'forbidden', 'waits_for_admin'] as const),
          'too_many',
        ],
      }),
    )
    .input(editOrderSchema)
    .output(out(editedOrderSchema))
    .mutation(({ ctx, input }) => editOrder(ctx.app, ctx.user, input, ctx.key)),

  moveMany: staffProcedure
    .input(moveManySchema)
    .output(out(movedManySchema))
    .mutation(({ ctx, input }) => moveMany(ctx.app, ctx.user, input)),

  emailConfirmation: staffProcedure
    .meta(
      rest('POST', '/orders/confirmation', {
        summary: 'Mail the confirmation of an order',
        does: "Mails the confirmation, with the invoice as a PDF. To another address than the order's own it holds no link to the order. None while the order is Held or once it is Canceled. Asked again with the same `idempotencyKey`, it goes once. The mails that one of the staff sends are 60 an hour at most.",
        errors: ['not_found', 'order_state', 'too_many'],
      }),
    )
    .input(emailOrderSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      await emailConfirmation(ctx.app, ctx.user, input);
      return { ok: true as const };
    }),

  emailInvoice: staffProcedure
    .meta(
      rest('POST', '/orders/invoice', {
        summary: 'Mail the invoice of an order',
        does: "Mails the invoice as a PDF. To another address than the order's own the mail holds no link to the order. None while the order is Held. Asked again with the same `idempotencyKey`, it goes once. The mails that one of the staff sends are 60 an hour at most.",
        errors: ['not_found', 'order_state', 'too_many'],
      }),
    )
    .input(emailOrderSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      await emailInvoice(ctx.app, ctx.user, input);
      return { ok: true as const };
    }),

  byId: publicProcedure
    .meta(
      rest('GET', '/orders/{id}', {
        summary: 'One order',
        does: 'For its owner, the Primary of its company, staff, and whoever has its `orderKey`; 404 for everybody else. Staff are also told what the parts of sets cost.',
        errors: ['not_found'],
      }),
    )
    .input(orderByIdSchema)
    .output(out(orderSchema))
    .query(async ({ ctx, input }) =>
      orderOf(ctx.db, await reachOrder(ctx.db, { _id: input.id }, ctx.user, input.orderKey), {
        withCost: isStaff(ctx.user),
      }),
    ),

  history: staffProcedure
    .input(orderHistoryQuerySchema)
    .output(out(orderHistorySchema))
    .query(({ ctx, input }) => readHistory(ctx.db, ctx.user, input)),

  remove: userProcedure
    .meta(
      rest('DELETE', '/orders/{id}', {
        summary: 'Remove a saved cart; for an Admin, delete an order',
        does: "Removes one's own saved cart. An Admin deletes a Canceled order that no payment, refund or account entry names.",
        errors: ['not_found', 'forbidden', 'cart_ordered', 'in_the_books', 'order_state'],
      }),
    )
    .input(removeOrderSchema)
    .output(out(removedSchema))
    .mutation(({ ctx, input }) => removeOrder(ctx.app, ctx.user, input.id)),

  /** Returns a guest's order by its number and the key from their mail. */
  lookup: publicProcedure
    .input(orderLookupSchema)
    .output(out(orderSchema))
    .query(async ({ ctx, input }) => {
      const key = `orderLookup:${addressKey(ctx.ip)}`;
      const reach = () => reachOrder(ctx.db, input, null, input.orderKey);
      return orderOf(ctx.db, await limitFailures(ctx.db, key, LIMITS.orderLookup, reach));
    }),
});
