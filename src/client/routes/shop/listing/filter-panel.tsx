import { type ReactNode, useId } from 'react';
import { Form } from 'react-router-dom';
import {
  type ListingAddress,
  listingSearch,
  toggleOption,
  toggleVendor,
} from '#client/features/catalog/listing-address.ts';
import { swatchColour } from '#client/features/catalog/swatch-colour.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { usePlainLinks } from '#client/ui/plain-links.ts';
import { INITIAL_MAX_PRICE } from '#shared/constants.ts';
import type { ProductList } from '#shared/schemas/products.ts';
import styles from './filter-panel.module.css';

interface Props {
  path: string;
  address: ListingAddress;
  list: ProductList;
}

const OPEN_UP_TO = 12;

/** Every value is a link and the price a form, so that filters work before and without scripts. */
export function FilterPanel({ path, address, list }: Props) {
  const to = (changed: ListingAddress) => path + listingSearch(changed);
  const { inStock, outOfStock } = address;
  const follow = usePlainLinks({ preventScrollReset: true });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: Enter on a link is a click as well
    <div onClick={follow}>
      <Group name="Price" open>
        <PriceForm path={path} address={address} list={list} />
      </Group>
      <Group name="Availability" open>
        <Value
          to={to({ ...address, page: 1, inStock: inStock ? undefined : true })}
          label="In stock"
          count={list.inStock}
          chosen={inStock}
        />
        <Value
          to={to({ ...address, page: 1, outOfStock: outOfStock ? undefined : true })}
          label="Out of stock"
          count={list.outOfStock}
          chosen={outOfStock}
        />
      </Group>
      {list.facets.map(({ name, values }) => {
        const chosen = address.options[name] ?? [];
        return (
          <Group key={name} name={name} open={values.length <= OPEN_UP_TO || chosen.length > 0}>
            {values.map(({ value, products, hex, hex2 }) => (
              <Value
                key={value}
                to={to(toggleOption(address, name, value))}
                label={value}
                count={products}
                chosen={chosen.includes(value)}
                colour={hex ? swatchColour(hex, hex2) : undefined}
              />
            ))}
          </Group>
        );
      })}
      {list.vendors.length > 0 && (
        <Group name="Vendor" open={list.vendors.length <= OPEN_UP_TO || address.vendor.length > 0}>
          {list.vendors.map(({ value, products }) => (
            <Value
              key={value}
              to={to(toggleVendor(address, value))}
              label={value}
              count={products}
              chosen={address.vendor.includes(value)}
            />
          ))}
        </Group>
      )}
    </div>
  );
}

function Group({ name, open, children }: { name: string; open: boolean; children: ReactNode }) {
  return (
    <details className={styles.group} open={open}>
      <summary>
        {name}
        <Icon name="chevronDown" size={18} />
      </summary>
      <div className={styles.values}>{children}</div>
    </details>
  );
}

interface ValueProps {
  to: string;
  label: string;
  count: number;
  chosen?: boolean;
  colour?: string;
}

/** A value that nothing has any more stays in its place, greyed; it can still be taken away. */
function Value({ to, label, count, chosen, colour }: ValueProps) {
  const box = [styles.box, colour && styles.round, chosen && styles.chosen].filter(Boolean).join(' ');
  const words = (
    <>
      <span className={box} style={colour ? { background: colour } : undefined}>
        {chosen && !colour && <Icon name="check" size={14} />}
      </span>
      <span>
        {label}
        {chosen && <span className="visually-hidden">, chosen</span>}
      </span>
      <span className={styles.count}>
        {count}
        <span className="visually-hidden"> products</span>
      </span>
    </>
  );
  if (count === 0 && !chosen) {
    return (
      <span className={styles.value} aria-disabled="true">
        {words}
      </span>
    );
  }
  return (
    <a className={styles.value} href={to} rel="nofollow">
      {words}
    </a>
  );
}

function PriceForm({ path, address, list }: Props) {
  const id = useId();
  const { minPrice, maxPrice, ...others } = address;
  const kept = [...new URLSearchParams(listingSearch({ ...others, page: 1 }))];
  return (
    <Form
      className={styles.price}
      action={path}
      method="get"
      key={`${minPrice} ${maxPrice}`}
      preventScrollReset
    >
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label className="visually-hidden" htmlFor={`${id}-min`}>
        Price from
      </label>
      <input
        id={`${id}-min`}
        name="minPrice"
        inputMode="decimal"
        pattern="\d{1,7}(\.\d{1,2})?"
        placeholder="0"
        defaultValue={minPrice}
      />
      <span aria-hidden="true">–</span>
      <label className="visually-hidden" htmlFor={`${id}-max`}>
        Price to
      </label>
      <input
        id={`${id}-max`}
        name="maxPrice"
        inputMode="decimal"
        pattern="\d{1,7}(\.\d{1,2})?"
        placeholder={String(Math.ceil(list.maxPrice || INITIAL_MAX_PRICE))}
        defaultValue={maxPrice}
      />
      <Button type="submit" size="small">
        Go
      </Button>
    </Form>
  );
}
