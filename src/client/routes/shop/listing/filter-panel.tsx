import {
  fromTheTop,
  insteadOfWords,
  type ListingAddress,
  listingSearch,
  toggleOption,
  toggleVendor,
  withTitle,
} from '#client/features/catalog/listing-address.ts';
import { FLAGS } from '#client/features/catalog/listing-filters.ts';
import { useUser } from '#client/features/session/session.ts';
import { Group, SHOWN_AT_FIRST, Value, Values } from '#client/routes/shop/listing/filter-values.tsx';
import { HolesFilter } from '#client/routes/shop/listing/holes-filter.tsx';
import { PriceFilter } from '#client/routes/shop/listing/price-filter.tsx';
import type { ProductList } from '#shared/schemas/listing.ts';

interface Props {
  path: string;
  address: ListingAddress;
  list: ProductList;
}

/** The number of groups that people of the trade ask for first: finish and size. */
const LEADING = 2;

/** Every value is a link and price and holes are forms, so that filters work before and without scripts. */
export function FilterPanel({ path, address, list }: Props) {
  const user = useUser();
  const { holes, bought } = address;
  const to = (changed: ListingAddress) => path + listingSearch(changed);
  const flags = (group: (typeof FLAGS)[number]['group']) =>
    FLAGS.filter(flag => flag.group === group).map(({ name, label, count }) => {
      const chosen = address[name] ?? false;
      return (
        <Value
          key={name}
          to={to(fromTheTop({ ...address, [name]: chosen ? undefined : true }))}
          label={label}
          count={count(list, chosen)}
          chosen={chosen}
        />
      );
    });
  const hasCenters = holes !== undefined || list.products.some(tile => tile.centers.length > 0);
  const facets = concerning(list, address);
  const [leading, others] = [facets.slice(0, LEADING), facets.slice(LEADING)];
  return (
    <div data-links="here">
      {leading.map(facet => (
        <Facet key={facet.name} path={path} address={address} facet={facet} total={list.total} open />
      ))}
      {hasCenters && (
        <Group name="Fits the old holes" open>
          <HolesFilter path={path} address={address} />
        </Group>
      )}
      <Group name="Price" open>
        <PriceFilter path={path} address={address} highestPrice={list.maxPrice} />
      </Group>
      <Group name="Availability" open>
        {flags('availability')}
      </Group>
      {(bought || user?.company || user?.orders.length) && (
        <Group name={user?.company ? 'Your company' : 'Your orders'} open>
          {flags('own')}
        </Group>
      )}
      {others.map(facet => (
        <Facet key={facet.name} path={path} address={address} facet={facet} total={list.total} />
      ))}
      {list.vendors.length > 0 && (
        <Group name="Vendor" open={list.vendors.length <= SHOWN_AT_FIRST || address.vendor.length > 0}>
          <Values
            name="Vendor"
            values={list.vendors.map(({ value, products }) => ({
              label: value,
              count: products,
              to: to(toggleVendor(address, value)),
              chosen: address.vendor.includes(value),
            }))}
          />
        </Group>
      )}
    </div>
  );
}

const MAX_GROUPS = 12;
const MIN_SHARE = 0.05;

/** Keeps, of very many groups, those that concern some part of the list: the rest come as it gets narrower. */
function concerning({ facets, total }: ProductList, { options }: ListingAddress): ProductList['facets'] {
  if (facets.length <= MAX_GROUPS) return facets;
  return facets.filter(({ name, values, byWords }) => {
    const products = values.reduce((sum, value) => sum + value.products, 0);
    return byWords !== null || options[name] !== undefined || products >= total * MIN_SHARE;
  });
}

interface FacetProps {
  path: string;
  address: ListingAddress;
  facet: ProductList['facets'][number];
  /** Products that are listed. */
  total: number;
  open?: boolean;
}

function Facet({ path, address, facet: { name, values, byWords }, total, open }: FacetProps) {
  const to = (changed: ListingAddress) => path + listingSearch(changed);
  // Words that mean one value are that value, chosen; those that mean several stand for themselves.
  const chosen = byWords
    ? byWords.values.length === 1
      ? byWords.values
      : []
    : (address.options[name] ?? []);
  const choose = (value: string) => {
    if (!byWords) return toggleOption(address, name, value);
    return chosen.includes(value)
      ? withTitle(address, byWords.title)
      : insteadOfWords(address, byWords.title, { group: name, value });
  };
  return (
    <Group
      name={name}
      open={open || values.length <= SHOWN_AT_FIRST || byWords !== null || chosen.length > 0}
    >
      {byWords && chosen.length === 0 && (
        <Value to={to(withTitle(address, byWords.title))} label={`“${byWords.words}”`} count={total} chosen />
      )}
      <Values
        name={name}
        values={values.map(({ value, products, hex, hex2 }) => ({
          label: value,
          // The listing tells of the words' own, and leaves out what nothing has with them.
          count: byWords && chosen.includes(value) ? total : products,
          to: to(choose(value)),
          chosen: chosen.includes(value),
          hex,
          hex2,
        }))}
      />
    </Group>
  );
}
