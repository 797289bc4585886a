import { countIn, type KeptPick } from '#client/routes/admin/picking/kept-pick.ts';
import { STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { PickSheet } from '#shared/schemas/staff-picking.ts';

/** Says in words how a list differs from what it was, with what had been counted of it. */
export function changesBetween(before: PickSheet, now: PickSheet, kept: KeptPick): string[] {
  const counted = (place: string) => {
    const { picked } = countIn(kept, place);
    return picked > 0 ? `; you had counted ${picked}` : '';
  };
  const changed = before.places.flatMap(({ place, productNum, asked }) => {
    const after = now.places.find(one => one.place === place);
    if (!after) return [`${productNum}: nothing more to pick${counted(place)}`];
    return after.asked === asked
      ? []
      : [`${productNum}: ${after.asked} to pick, not ${asked}${counted(place)}`];
  });
  const added = now.places
    .filter(({ place }) => !before.places.some(one => one.place === place))
    .map(({ productNum, asked }) => `${productNum}: ${asked} to pick, new`);
  const moved =
    before.order.status === now.order.status ? [] : [`The order is now “${STATUS_WORDS[now.order.status]}”`];
  return [...moved, ...changed, ...added];
}
