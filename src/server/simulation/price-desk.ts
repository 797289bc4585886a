import { eq } from 'drizzle-orm';
import type { Dice } from '#demo/dice.ts';
import { type Ask, askAs, count, rest, type Scene, type Visit } from '#server/simulation/scene.ts';
import { drawPrices, ownPrices, tagOf, VENDORS } from '#server/simulation/town.ts';
import { clock } from '#server/time-and-chance.ts';
import { lockVariants } from '#server/variants/stock.ts';
import { recordCounts } from '#server/variants/stock-moves.ts';
import { variants } from '#server/variants/tables.ts';
import { type Money, toCents, toMoney } from '#shared/rules/money.ts';

/** A file of prices, or of what was delivered. It is written as an import does, as no page does so yet. */
export const fileComesIn: Visit = async (scene, dice) => {
  const { variantId } = dice.pick(scene.town.goods);
  const isOfPrices = dice.chance(0.3);
  const prices = drawPrices(dice);
  const more = dice.int(20, 150);
  await scene.place.shared.db.transaction(async tx => {
    await lockVariants(tx, [variantId]);
    const [found] = await tx.select().from(variants).where(eq(variants._id, variantId));
    if (!found || found.isBundle) return;
    const stock = found.stock + more;
    if (!isOfPrices) await recordCounts(tx, [{ _id: variantId, stock }], { reason: 'import' });
    await tx
      .update(variants)
      .set(isOfPrices ? prices : { stock })
      .where(eq(variants._id, variantId));
    if (isOfPrices) scene.town.prices.tags.push({ variantId, ...tagOf(prices) });
  });
  count(scene, isOfPrices ? 'prices change' : 'goods come in');
};

/** A clerk gives the company, or somebody who has none, prices of their own, or takes one back. */
export const customerPricesChange: Visit = async (scene, dice) => {
  const { town } = scene;
  if (town.isRepricing) return;
  town.isRepricing = true;
  const since = clock.ms();
  try {
    await changeOwnPrices(scene, dice, askAs(scene, dice, town.employee, '10.2.0.6'));
  } finally {
    // They may have been saved even where no answer came.
    for (const [owner, known] of town.prices.own) {
      const now = await ownPrices(scene.place.shared.db, owner);
      const before = known.at(-1);
      if (before) before.until = now.from;
      known.push({ ...now, from: since });
    }
    town.isRepricing = false;
  }
};

async function changeOwnPrices(scene: Scene, dice: Dice, ask: Ask): Promise<void> {
  const { town } = scene;
  const { company: companyId, primary, retail } = town;
  const { variantId: variant } = dice.pick(town.goods);
  const price = toMoney(dice.int(100, 4000));
  const tiers = [
    { scope: 'all' as const, ref: '', percent: dice.int(1, 12) },
    { scope: 'vendor' as const, ref: dice.pick(VENDORS), percent: dice.int(5, 30) },
  ].slice(0, dice.int(0, 2));
  const special = (now: Money | null) => () => expectPrice(scene, variant, now);
  const acts = [
    () =>
      ask('agree on a price', shop => shop.companies.addSpecialItem({ companyId, variant, price })).then(
        special(price),
      ),
    () =>
      ask('take a price back', shop => shop.companies.removeSpecialItem({ companyId, variant })).then(
        special(null),
      ),
    () => ask('agree on per cents', shop => shop.companies.saveTiers({ _id: companyId, tiers })),
    () => ask('agree on per cents', shop => shop.users.saveTiers({ _id: retail._id, tiers })),
    () =>
      ask('tell of new prices', shop =>
        shop.companies.overwriteVariants({
          ...{ variants: [{ _id: variant, price }], users: [primary._id, retail._id], sendEmail: true },
        }),
      ).then(special(price)),
  ];
  for (const act of dice.some(acts, dice.int(1, 2))) {
    await act();
    await rest(dice, 20);
  }
}

/** The company's price of a variant is what its clerk was told. */
async function expectPrice({ town, place }: Scene, variant: string, now: Money | null): Promise<void> {
  const { special } = await ownPrices(place.shared.db, town.company);
  const expected = now === null ? undefined : toCents(now);
  if (special.get(variant) !== expected)
    place.onBroken('a price is what was agreed on', `${variant}: ${special.get(variant)}, not ${expected}`);
}
