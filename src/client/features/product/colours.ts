import { useMemo } from 'react';
import { trpc } from '#client/trpc.ts';
import type { FilterTemplate } from '#shared/schemas/filters.ts';

export interface Colour {
  hex: string;
  hex2: string | null;
}

/** Colours of option values, in lower case. */
export type Colours = ReadonlyMap<string, Colour>;

export function coloursOf(templates: readonly FilterTemplate[]): Colours {
  const values = templates.flatMap(template => template.filters);
  return new Map(
    values.flatMap(({ label, options, hex, hex2 }) =>
      hex ? [label, ...options].map((name): [string, Colour] => [name.toLowerCase(), { hex, hex2 }]) : [],
    ),
  );
}

/** Of the shop's filters, which name the finishes. */
export function useColours(): Colours {
  const { data } = trpc.filters.list.useQuery({});
  return useMemo(() => coloursOf(data ?? []), [data]);
}
