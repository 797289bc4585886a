import { useMemo } from 'react';
import { trpc } from '#client/trpc.ts';
import type { FilterTemplate } from '#shared/schemas/filters.ts';
import type { Product } from '#shared/schemas/products.ts';

/** The facts that the shop's filters know of an option's value. */
export interface Look {
  /** The name that the listing's filter gives it, where that differs. */
  label?: string;
  hex?: string;
  hex2?: string | null;
}

/** By option and value; plain data, of which a page is sent no more than it shows. */
export type Looks = Readonly<Record<string, Look>>;

const keyOf = (option: string, value: string) => `${option}: ${value}`.toLowerCase();

export const lookOf = (looks: Looks, option: string, value: string): Look =>
  Object.hasOwn(looks, keyOf(option, value)) ? (looks[keyOf(option, value)] ?? {}) : {};

/** The looks of a product's values, out of all filters of the shop. */
export function looksOf({ options }: Pick<Product, 'options'>, templates: readonly FilterTemplate[]): Looks {
  const entries = options.flatMap(({ name, values }) =>
    values.map((value): [string, Look] => [keyOf(name, value), describe(name, value, templates)]),
  );
  return Object.fromEntries(entries.filter(([, look]) => Object.keys(look).length > 0));
}

function describe(option: string, value: string, templates: readonly FilterTemplate[]): Look {
  const isSame = (text: string) => text.toLowerCase() === value.toLowerCase();
  const found = templates.flatMap(({ name, filters }) =>
    filters
      .filter(({ label, options }) => isSame(label) || options.some(isSame))
      .map(filter => ({ ...filter, isOwn: name.toLowerCase() === option.toLowerCase() })),
  );
  const own = found.find(({ isOwn }) => isOwn);
  const coloured = found.find(({ hex }) => hex);
  return {
    ...(own && !isSame(own.label) && { label: own.label }),
    ...(coloured?.hex && { hex: coloured.hex, hex2: coloured.hex2 }),
  };
}

const NONE: Looks = {};

/** For what is not a page of its own and has no loader: asks for the filters itself. */
export function useLooks(product: Product): Looks {
  const { data } = trpc.filters.list.useQuery({});
  return useMemo(() => (data ? looksOf(product, data) : NONE), [product, data]);
}
