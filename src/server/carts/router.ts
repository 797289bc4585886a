import { z } from 'zod';
import { listBids, readBid } from '#server/carts/bid-desk.ts';
import { askAgain, readCart, saveAsBid } from '#server/carts/bids.ts';
import {
  acceptPrices,
  addToCart,
  changeCartLines,
  moveCartLines,
  removeCartLines,
} from '#server/carts/change-lines.ts';
import { createCart, duplicateCart, ownerOf, saveCart } from '#server/carts/own-carts.ts';
import { cheaperPacks } from '#server/carts/packs.ts';
import { shareCart, sharedCart, unshareCart } from '#server/carts/share.ts';
import { listCarts, nameCarts, showCart } from '#server/carts/show-carts.ts';
import { countingStaffMail } from '#server/http/rate-limits.ts';
import { pricedCustomer } from '#server/products/router.ts';
import { quoteCart } from '#server/staff-orders/quote-cart.ts';
import { out, publicProcedure, rest, router, staffProcedure, userProcedure } from '#server/trpc.ts';
import { bidListSchema, bidSchema, bidsSchema } from '#shared/schemas/bids.ts';
import {
  addToCartSchema,
  askAgainSchema,
  cartByIdSchema,
  cartIdSchema,
  cartNamesSchema,
  changedCartSchema,
  changeLinesSchema,
  createCartSchema,
  duplicateCartSchema,
  movedLinesSchema,
  moveLinesSchema,
  packHintsSchema,
  packsAskedSchema,
  quoteCartSchema,
  removeLinesSchema,
  saveAsBidSchema,
  saveCartSchema,
  savedCartSchema,
  savedCartsSchema,
  sharedCartPathSchema,
  sharedCartSchema,
  shareLinkSchema,
} from '#shared/schemas/carts.ts';
import { okSchema } from '#shared/schemas/common.ts';

export const cartsRouter = router({
  list: userProcedure
    .meta(
      rest('GET', '/orders/carts', {
        summary: 'The saved carts',
        does: "One's own, the latest changed first, with all lines at today's prices: saved carts, bids and quotes, but none that was ordered.",
      }),
    )
    .input(z.object({}))
    .output(out(savedCartsSchema))
    .query(({ ctx }) => listCarts(ctx.db, ownerOf(ctx.user))),

  /** Returns what the cart selector needs. */
  names: userProcedure
    .input(z.object({}))
    .output(out(cartNamesSchema))
    .query(({ ctx }) => nameCarts(ctx.db, ownerOf(ctx.user))),

  byId: userProcedure
    .input(cartByIdSchema)
    .output(out(savedCartSchema))
    .query(({ ctx, input }) => readCart(ctx.db, ctx.user, input._id)),

  create: userProcedure
    .meta(
      rest('POST', '/orders/carts', {
        summary: 'Save a cart',
        does: "Keeps a cart of up to 500 lines; the prices are the shop's. Sent again with the same `key`, it answers the first cart. A user has 50 carts at most.",
        errors: ['line_gone', 'carts_full', 'cart_full'],
      }),
    )
    .input(createCartSchema)
    .output(out(savedCartSchema))
    .mutation(({ ctx, input }) => createCart(ctx.db, ownerOf(ctx.user), input)),

  saveOrUpdate: userProcedure
    .meta(
      rest('PATCH', '/orders', {
        summary: 'Change a saved cart',
        does: 'Saves the fields that are given; `cart` replaces all lines. With `version` only if nobody else changed the cart. A bid or quote keeps its name and lines: only `poNumber` and `notes` can change.',
        errors: ['not_found', 'stale', 'line_gone', 'cart_ordered', 'cart_state', 'cart_full'],
      }),
    )
    .input(saveCartSchema)
    .output(out(savedCartSchema))
    .mutation(({ ctx, input }) => saveCart(ctx.db, ownerOf(ctx.user), input)),

  add: userProcedure
    .input(addToCartSchema)
    .output(out(changedCartSchema))
    .mutation(({ ctx, input }) => addToCart(ctx.db, ownerOf(ctx.user), input)),

  changeLines: userProcedure
    .input(changeLinesSchema)
    .output(out(changedCartSchema))
    .mutation(({ ctx, input }) => changeCartLines(ctx.db, ownerOf(ctx.user), input)),

  removeLines: userProcedure
    .input(removeLinesSchema)
    .output(out(changedCartSchema))
    .mutation(({ ctx, input }) => removeCartLines(ctx.db, ownerOf(ctx.user), input)),

  moveLines: userProcedure
    .input(moveLinesSchema)
    .output(out(movedLinesSchema))
    .mutation(({ ctx, input }) => moveCartLines(ctx.db, ownerOf(ctx.user), input)),

  /** A mutation only because a cart is too long for an address. */
  packs: publicProcedure
    .meta({ reads: true })
    .input(packsAskedSchema)
    .output(out(packHintsSchema))
    .mutation(({ ctx, input }) => cheaperPacks(ctx.db, input.cart, pricedCustomer(ctx))),

  acceptPrices: userProcedure
    .input(cartIdSchema)
    .output(out(savedCartSchema))
    .mutation(async ({ ctx, input }) => {
      const owner = ownerOf(ctx.user);
      return showCart(ctx.db, await acceptPrices(ctx.db, owner, input._id), owner);
    }),

  duplicate: userProcedure
    .input(duplicateCartSchema)
    .output(out(savedCartSchema))
    .mutation(({ ctx, input }) => duplicateCart(ctx.db, ownerOf(ctx.user), input)),

  saveAsBid: userProcedure
    .meta(
      rest('POST', '/users/cart', {
        summary: 'Ask for prices of a cart',
        does: 'Sends a saved cart, or lines that become one, to staff for their prices, with `notes` to them. The cart stays as it was sent. `user`: for staff, whose cart it becomes.',
        errors: [
          'forbidden',
          'not_found',
          'cart_ordered',
          'cart_state',
          'line_gone',
          'carts_full',
          'cart_full',
        ],
      }),
    )
    .input(saveAsBidSchema)
    .output(out(savedCartSchema))
    .mutation(({ ctx, input }) => saveAsBid(ctx.db, ctx.user, input)),

  /** Sends a quote back for other prices. */
  askAgain: userProcedure
    .input(askAgainSchema)
    .output(out(savedCartSchema))
    .mutation(({ ctx, input }) => askAgain(ctx.db, ctx.user, input)),

  /** Lists the carts that were sent for prices, of all customers. */
  bids: staffProcedure
    .input(bidListSchema)
    .output(out(bidsSchema))
    .query(({ ctx, input }) => listBids(ctx.db, input)),

  /** Shows a bid with what staff need to price it. */
  bid: staffProcedure
    .input(cartIdSchema)
    .output(out(bidSchema))
    .query(({ ctx, input }) => readBid(ctx.db, input._id)),

  /** Answers a bid; `stale` where somebody else answered it since, and above an Employee's limit it waits. */
  quote: staffProcedure
    .input(quoteCartSchema)
    .output(out(savedCartSchema))
    .mutation(({ ctx, input }) =>
      countingStaffMail(ctx.db, ctx.user, () => quoteCart(ctx.app, ctx.user, input)),
    ),

  share: userProcedure
    .input(cartIdSchema)
    .output(out(shareLinkSchema))
    .mutation(({ ctx, input }) => shareCart(ctx.db, ctx, input._id)),

  unshare: userProcedure
    .input(cartIdSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      await unshareCart(ctx.db, ownerOf(ctx.user), input._id);
      return { ok: true as const };
    }),

  /** Returns what a link to a cart shows, to anybody. */
  shared: publicProcedure
    .input(sharedCartPathSchema)
    .output(out(sharedCartSchema))
    .query(({ ctx, input }) => sharedCart(ctx.db, input.token, pricedCustomer(ctx))),
});
