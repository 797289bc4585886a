import { useState } from 'react';
import { linesForServer, workingCart } from '#client/features/cart/cart.ts';
import { useKeptCarts } from '#client/features/cart/cart-changes.ts';
import type { SummaryForm } from '#client/routes/shop/checkout/summary-form.ts';
import { trpc } from '#client/trpc.ts';
import { MAX_ORDER_NAME_LENGTH, MAX_PO_LENGTH } from '#shared/constants.ts';
import { SHIPPING_METHODS, type ShippingMethod } from '#shared/enumerations.ts';
import type { WorkingCart } from '#shared/rules/cart.ts';
import type { Money } from '#shared/rules/money.ts';
import { tomorrow } from '#shared/rules/open-hours.ts';
import { allowedShippingMethods } from '#shared/rules/payment.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';
import type { LineInput } from '#shared/schemas/line-input.ts';
import type { Approval } from '#shared/schemas/team.ts';

/** Is kept by a cart from step to step, besides its lines (rule O3). */
export type Chosen = Pick<
  WorkingCart,
  'couponCode' | 'couponStatus' | 'couponType' | 'shippingMethod' | 'shippingChosen'
>;

export type OrderSource = { cart: LineInput[] } | { cartIds: string[] };

/** The contents of the order being made: the working cart, or saved ones. */
export interface Ordered {
  /** The form in which the server is told. */
  source: OrderSource;
  cartIds: readonly string[];
  /** The names of the saved carts. */
  names: string | null;
  lineCount: number;
  chosen: Chosen;
  choose: (changed: Partial<Chosen>) => void;
  /** Leaves in the working cart what these lines name; a saved cart is changed at the server. */
  lower: (rest: readonly LineInput[]) => void;
  /** The cost of sending it by freight, where that was quoted. */
  freight: Money | null;
  /** Entries of the order that the carts know. */
  known: Partial<SummaryForm>;
  /** Ends the cart: once it is submitted it is no cart any more (rule O3). */
  close: () => void;
}

export function orderOfWorkingCart(working: WorkingCart): Ordered {
  const { couponCode, couponStatus, couponType, shippingMethod, shippingChosen } = working;
  const cart = linesForServer(working.cart);
  return {
    source: { cart },
    cartIds: [],
    names: null,
    lineCount: cart.length,
    chosen: { couponCode, couponStatus, couponType, shippingMethod, shippingChosen },
    choose: changed =>
      workingCart.update({ ...changed, ...(changed.shippingMethod && { shippingChosen: true }) }),
    lower: rest => workingCart.lower(cart, rest),
    freight: null,
    known: {},
    close: () => workingCart.removeOrdered(cart),
  };
}

/**
 * The working cart is left alone; what is chosen waits in this browser for the order. One that was `approved` begins
 * as it was.
 */
export function useOrderOfSavedCarts(carts: readonly SavedCart[], approved: Approval | null): Ordered {
  const kept = useKeptCarts();
  const { data } = trpc.site.get.useQuery({});
  // The shop's day, not the browser's; where it is not known the server has the last word, as ever.
  const earliest = data ? tomorrow(new Date(), data.site.timeZone) : '';
  const cartIds = carts.map(({ _id }) => _id);
  const key = `checkoutChosen:${cartIds.join()}`;
  const [chosen, setChosen] = useState(() => ({
    ...startingChoice(carts),
    ...(approved && { couponCode: approved.couponCode, shippingMethod: approved.shippingMethod }),
    ...readChosen(key),
  }));
  return {
    source: { cartIds },
    cartIds,
    names: carts.map(({ orderName }) => orderName).join(', '),
    lineCount: carts.reduce((sum, { cart }) => sum + cart.length, 0),
    chosen,
    choose: changed => {
      const next = { ...chosen, ...changed };
      setChosen(next);
      keepChosen(key, next);
    },
    lower: () => undefined,
    freight: freightOf(carts),
    known: approved ? knownOfApproval(approved, earliest) : knownOf(carts, earliest),
    close: () => {
      forgetChosen(key);
      for (const _id of cartIds) kept.drop(_id);
      // Lines that were put into one after its order was made are still there.
      kept.reread();
    },
  };
}

/** Returns the freight for as long as the quote holds; several carts together have none. */
function freightOf([first, ...others]: readonly SavedCart[]): Money | null {
  const holds = first?.state === 'quoted' && Date.parse(first.quotedUntil ?? '') > Date.now();
  return holds && others.length === 0 ? first.quotedShipping : null;
}

function startingChoice(carts: readonly SavedCart[]): Chosen {
  const [first] = carts;
  const allowed = allowedShippingMethods({ quoted: freightOf(carts) !== null });
  const method = first && allowed.find(one => one === first.shippingMethod);
  return {
    couponCode: first?.couponCode ?? '',
    couponStatus: null,
    couponType: null,
    shippingMethod: method ?? 'local',
    shippingChosen: true,
  };
}

/** Takes the first cart's entries, and the names and PO numbers of all; a day before the earliest says nothing any more. */
function knownOf(carts: readonly SavedCart[], earliest: string): Partial<SummaryForm> {
  const [first] = carts;
  if (!first) return {};
  const { notes, deliveryDate } = first;
  const orderName = together(
    carts.map(cart => cart.orderName),
    MAX_ORDER_NAME_LENGTH,
  );
  const poNumber = together(
    carts.map(cart => cart.poNumber),
    MAX_PO_LENGTH,
  );
  const { shippingAddress, shippingCity, shippingState, shippingZip } = first;
  return {
    ...(orderName && { orderName }),
    ...(poNumber && { poNumber }),
    ...(notes && { notes }),
    ...(deliveryDate && deliveryDate >= earliest && { deliveryDate }),
    ...(shippingAddress && { shippingAddress, shippingCity, shippingState, shippingZip }),
  };
}

function knownOfApproval(approved: Approval, earliest: string): Partial<SummaryForm> {
  const { orderName, poNumber, notes, paymentType, useStoreCredit, deliveryDate = '' } = approved;
  const { shippingAddress, shippingCity, shippingState, shippingZip } = approved;
  return {
    ...{ orderName, poNumber, notes, paymentType, useStoreCredit },
    ...(deliveryDate >= earliest && { deliveryDate }),
    ...(shippingAddress && { shippingAddress, shippingCity, shippingState, shippingZip }),
  };
}

/** An order has one field for what its carts are called: all of it as far as there is room, else the first's. */
function together(said: readonly string[], most: number): string {
  const different = [...new Set(said.filter(Boolean))];
  const all = different.join(', ');
  return all.length <= most ? all : (different[0] ?? '');
}

function readChosen(key: string): Partial<Chosen> {
  try {
    const { couponCode, shippingMethod }: Record<string, unknown> = JSON.parse(
      sessionStorage.getItem(key) ?? '{}',
    );
    const method: ShippingMethod | undefined = SHIPPING_METHODS.find(one => one === shippingMethod);
    return {
      ...(typeof couponCode === 'string' && { couponCode }),
      ...(method && { shippingMethod: method }),
    };
  } catch {
    return {};
  }
}

function keepChosen(key: string, { couponCode, shippingMethod }: Chosen): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ couponCode, shippingMethod }));
  } catch {
    // Without storage a reload asks again.
  }
}

function forgetChosen(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept.
  }
}
