import { eq } from 'drizzle-orm';
import type { Dice } from '#demo/dice.ts';
import { type OwnPrices, ownPrices, type PriceTag, tagOf } from '#server/simulation/price-book.ts';
import { askAs, count, rest, type Scene, type Visit } from '#server/simulation/scene.ts';
import { drawPrices, VENDORS } from '#server/simulation/town.ts';
import { clock } from '#server/time-and-chance.ts';
import { lockVariants } from '#server/variants/stock.ts';
import { recordCounts } from '#server/variants/stock-moves.ts';
import { variants } from '#server/variants/tables.ts';
import { toCents, toMoney } from '#shared/rules/money.ts';

/** A file of prices, or of what was delivered: written straight to the tables, as no page takes one in yet. */
export const fileComesIn: Visit = async (scene, dice) => {
  const { sets } = scene.town.prices;
  const { variantId } = dice.pick(scene.town.goods.filter(one => !sets.has(one.variantId)));
  const isOfPrices = dice.chance(0.3);
  const prices = drawPrices(dice);
  const more = dice.int(20, 150);
  const since = clock.ms();
  await scene.place.shared.db.transaction(async tx => {
    await lockVariants(tx, [variantId]);
    const [found] = await tx.select().from(variants).where(eq(variants._id, variantId));
    if (!found) return;
    const stock = found.stock + more;
    if (!isOfPrices) await recordCounts(tx, [{ _id: variantId, stock }], { reason: 'import' });
    await tx
      .update(variants)
      .set(isOfPrices ? prices : { stock })
      .where(eq(variants._id, variantId));
  });
  if (isOfPrices) recordPrice(scene, variantId, { ...tagOf(prices), from: since });
  count(scene, isOfPrices ? 'prices change' : 'goods come in');
};

function recordPrice({ town }: Scene, variantId: string, tag: Omit<PriceTag, 'variantId'>): void {
  const before = town.prices.tags.findLast(one => one.variantId === variantId);
  if (before) before.until = clock.ms();
  town.prices.tags.push({ variantId, ...tag });
}

/** One change of customers' own prices. */
interface Change {
  /** The company or the people whose prices it changes. */
  owners: readonly string[];
  act: () => Promise<unknown>;
  /** Says whether prices are as the clerk was told. */
  isKept: (own: OwnPrices) => boolean;
}

/** A clerk gives the company, or somebody who has none, prices of their own, or takes one back. */
export const customerPricesChange: Visit = async (scene, dice) => {
  if (scene.isRepricing) return;
  scene.isRepricing = true;
  try {
    for (const { owners, act, isKept } of dice.some(changesOf(scene, dice), dice.int(1, 2))) {
      const since = clock.ms();
      let isAnswered = false;
      try {
        await act();
        isAnswered = true;
      } finally {
        // It may have been saved even where no answer came; and somebody may order before the next change.
        for (const owner of owners) {
          const own = await recordOwn(scene, owner, since);
          if (isAnswered && !isKept(own))
            scene.place.onBroken(
              'a price is what was agreed on',
              `${owner}: ${[...own.special]}, ${[...own.percents]}`,
            );
        }
      }
      await rest(dice, 20);
    }
  } finally {
    scene.isRepricing = false;
  }
};

function changesOf(scene: Scene, dice: Dice): Change[] {
  const { company: companyId, primary, retail, employee, goods } = scene.town;
  const ask = askAs(scene, dice, employee, '10.2.0.6');
  const { variantId: variant } = dice.pick(goods);
  const price = toMoney(dice.int(100, 4000));
  const tiers = [
    { scope: 'all' as const, ref: '', percent: dice.int(1, 12) },
    { scope: 'vendor' as const, ref: dice.pick(VENDORS), percent: dice.int(5, 30) },
  ].slice(0, dice.int(0, 2));
  const hasPrice = ({ special }: OwnPrices) => special.get(variant) === toCents(price);
  const hasPercents = ({ percents }: OwnPrices) =>
    percents.size === tiers.length && tiers.every(({ ref, percent }) => percents.get(ref) === percent);
  return [
    {
      owners: [companyId],
      act: () =>
        ask('agree on a price', shop => shop.companies.addSpecialItem({ companyId, variant, price })),
      isKept: hasPrice,
    },
    {
      owners: [companyId],
      act: () => ask('take a price back', shop => shop.companies.removeSpecialItem({ companyId, variant })),
      isKept: ({ special }) => !special.has(variant),
    },
    {
      owners: [companyId],
      act: () => ask('agree on per cents', shop => shop.companies.saveTiers({ _id: companyId, tiers })),
      isKept: hasPercents,
    },
    {
      owners: [retail._id],
      act: () => ask('agree on per cents', shop => shop.users.saveTiers({ _id: retail._id, tiers })),
      isKept: hasPercents,
    },
    {
      owners: [companyId, retail._id],
      act: () => {
        const users = [primary._id, retail._id];
        const told = { variants: [{ _id: variant, price }], users, sendEmail: true };
        return ask('tell of new prices', shop => shop.companies.overwriteVariants(told));
      },
      isKept: hasPrice,
    },
  ];
}

/** Writes into the book of prices what an owner's are, and may have been since an instant. */
async function recordOwn({ town, place }: Scene, owner: string, since: number): Promise<OwnPrices> {
  const now = await ownPrices(place.shared.db, owner);
  const known = town.prices.own.get(owner) ?? [];
  const before = known.at(-1);
  if (before) before.until = now.from;
  known.push({ ...now, from: since });
  return now;
}
