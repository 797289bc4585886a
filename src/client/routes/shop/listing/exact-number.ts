import { redirect } from 'react-router-dom';
import { countFilters, type ListingAddress } from '#client/features/catalog/listing-address.ts';
import { hasSession } from '#client/features/session/session.ts';
import type { Queries } from '#client/trpc.ts';

/**
 * Product numbers have a digit; words without any are not asked for. They are typed with blanks as well ("h101 38 sn").
 * A company's own number may be any words.
 */
const MAY_BE_NUMBER = /\d/;

interface Asked {
  queries: Queries;
  request: Request;
}

/** Leads whoever searches for a whole product number to that product, not to a list of one (rule C3). */
export async function jumpToNumber(
  address: ListingAddress,
  { queries, request }: Asked,
): Promise<Response | null> {
  const { title = '', page } = address;
  const mayBeNumber = MAY_BE_NUMBER.test(title) || (title !== '' && hasSession(request));
  if (!mayBeNumber || countFilters(address) > 0 || page > 1) return null;
  const found = await queries.products.search
    .fetch({ search: title, exact: true, limit: 1 })
    .catch(() => null);
  const [tile] = found?.products ?? [];
  return tile ? redirect(`/product/${tile._id}?${new URLSearchParams({ title: tile.productNum })}`) : null;
}
