import type { CatalogueRows } from '#demo/catalogue/assemble.ts';
import { demoId } from '#demo/demo-id.ts';
import { diceFor } from '#demo/dice.ts';
import type { StoredCompany } from '#demo/people/people.ts';
import type { priceTiers, specialPrices } from '#server/companies/tables.ts';
import { lessPercent, type Money } from '#shared/rules/money.ts';
import type { PriceTier } from '#shared/rules/pricing.ts';

/** A company's own prices, as `priceCart` takes them. */
export interface AgreedPrices {
  specialPrices: Map<string, Money>;
  tiers: PriceTier[];
}

export function agreedPrices(
  { draft, row }: StoredCompany,
  catalogue: Pick<CatalogueRows, 'products' | 'categoryId'>,
): AgreedPrices {
  const tiers = draft.tiers.map(tier => ({
    ...tier,
    ref: tier.scope === 'category' ? catalogue.categoryId(tier.ref) : tier.ref,
  }));
  const { agreed } = draft;
  if (!agreed) return { tiers, specialPrices: new Map() };
  const ofVendor = catalogue.products
    .filter(({ draft: product, keeping }) => product.vendor === agreed.vendor && keeping.publish)
    .flatMap(({ variants }) => variants);
  const chosen = diceFor(`agreed ${row.name}`).some(ofVendor, agreed.variants);
  return {
    tiers,
    specialPrices: new Map(
      chosen.map(({ row: variant }) => [variant._id, lessPercent(variant.price, agreed.percent)]),
    ),
  };
}

export function agreedRows(company: string, { specialPrices: prices, tiers }: AgreedPrices) {
  return {
    prices: [...prices].map(([variant, price]): typeof specialPrices.$inferInsert => ({
      _id: demoId('special price', `${company} ${variant}`),
      company,
      variant,
      price,
    })),
    tiers: tiers.map((tier): typeof priceTiers.$inferInsert => ({
      _id: demoId('tier', `${company} ${tier.scope} ${tier.ref}`),
      company,
      ...tier,
    })),
  };
}
