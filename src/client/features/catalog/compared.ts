import { KeptList } from '#client/features/catalog/kept-list.ts';
import { MAX_COMPARED, STORAGE_KEYS } from '#shared/constants.ts';

/** A variant that is to be compared, with what the bar shows of it. */
export interface Compared {
  variant: string;
  title: string;
  image: string | null;
}

export const compared = new KeptList<Compared>(STORAGE_KEYS.compared, isCompared);

/** Takes it up or away. A fifth is not taken up: the bar says so. */
export function toggleCompared(one: Compared): void {
  compared.change(entries => {
    const others = entries.filter(({ variant }) => variant !== one.variant);
    if (others.length < entries.length) return others;
    return entries.length < MAX_COMPARED ? [...entries, one] : entries;
  });
}

export const clearCompared = (): void => compared.change(() => []);

/** The page that compares these. */
export const compareHref = (variants: readonly string[]): string =>
  variants.length === 0 ? '/compare' : `/compare?${new URLSearchParams({ variants: variants.join(',') })}`;

function isCompared(value: unknown): value is Compared {
  const { variant, title, image } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof variant === 'string' && typeof title === 'string' && (image === null || typeof image === 'string')
  );
}
