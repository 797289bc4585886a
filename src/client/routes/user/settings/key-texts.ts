import { KEY_AREAS, type KeyArea } from '#shared/enumerations.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { ApiKey } from '#shared/schemas/auth.ts';

/** Names of the shop's areas where a key is made for them. */
export const AREA_TEXTS: Record<KeyArea, { label: string; hint: string }> = {
  catalogue: { label: 'Catalogue', hint: 'Products, search, favorites, reviews' },
  prices: { label: 'Prices', hint: 'Your own prices, what a cart costs' },
  carts: { label: 'Carts', hint: 'Saved carts and bids' },
  orders: { label: 'Orders', hint: 'Orders, payments, returns, notifications' },
  company: { label: 'Company', hint: 'Your profile, company, team, statement' },
  staff: { label: 'Staff areas', hint: 'People, site and books' },
};

/** Says in words what a key may do. */
export function scopeTexts({
  fromBefore,
  scopes,
  onAccountUpTo,
}: Pick<ApiKey, 'fromBefore' | 'scopes' | 'onAccountUpTo'>): string {
  if (fromBefore) return 'Made before keys had scopes: it has all your rights';
  const areas = KEY_AREAS.flatMap(area => {
    const { label } = AREA_TEXTS[area];
    if (scopes.includes(`${area}:write`)) return `${label}: read and write`;
    return scopes.includes(`${area}:read`) ? `${label}: read` : [];
  });
  const amount = onAccountUpTo === null ? [] : `orders on account up to ${formatMoney(onAccountUpTo)}`;
  return [...areas, amount].flat().join('; ');
}
