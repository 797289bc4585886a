import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { categoryHref, subcategoryHref } from '#client/features/catalog/category-href.ts';
import { trpc } from '#client/trpc.ts';
import { SEARCH_SUGGESTIONS_LIMIT } from '#shared/constants.ts';
import type { Money } from '#shared/rules/money.ts';
import { singular } from '#shared/rules/singular.ts';
import type { Suggestions as Found } from '#shared/schemas/search.ts';
import type { Category } from '#shared/schemas/tags.ts';

export interface Suggestion {
  kind: 'product' | 'category' | 'all';
  href: string;
  title: string;
  /** A product's number, or the category of a subcategory. */
  note: string;
  image: string | null;
  /** A product's, as its tile among the results has it. */
  price?: { price: Money; from: Money | null };
}

const PAUSE_MS = 120;
const MAX_CATEGORIES = 2;

/** Returns what was typed, once the typing pauses. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(setSettled, typed === '' ? 0 : PAUSE_MS, typed);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed === '' ? '' : settled;
}

/**
 * Suggestions for what is being typed, ten at most; those of before stay until the next are there. Typing on
 * cancels what was asked. `isAnswered`: these are for the text as it stands.
 */
export function useSuggestions(typed: string): { suggestions: Suggestion[]; isAnswered: boolean } {
  const asked = useSettled(typed.trim());
  const isOn = asked !== '';
  const { data, isPlaceholderData } = trpc.search.suggest.useQuery(
    { search: asked },
    { enabled: isOn, placeholderData: keepPreviousData, retry: false },
  );
  const { data: categories = [] } = trpc.tags.categories.useQuery({}, { enabled: isOn, retry: false });
  if (!isOn || !data) return { suggestions: [], isAnswered: false };
  return {
    suggestions: suggestionsOf(asked, data, categories),
    isAnswered: !isPlaceholderData && asked === typed.trim(),
  };
}

/** Products, before them the categories that are called so, and at last all that the words find. */
export function suggestionsOf(
  typed: string,
  { suggestions, total }: Found,
  categories: readonly Category[],
): Suggestion[] {
  const named = categoriesNamed(typed, categories);
  const found = suggestions.map((one): Suggestion => {
    const { _id, title, productNum, partNumber, image, price, from = null } = one;
    return {
      kind: 'product',
      href: `/product/${_id}?${new URLSearchParams({ title: productNum })}`,
      title,
      note: partNumber ? `${partNumber}, ${productNum}` : productNum,
      image,
      ...(price !== undefined && { price: { price, from } }),
    };
  });
  const all = total > 1 ? [allResults(typed, total)] : [];
  return [...[...named, ...found].slice(0, SEARCH_SUGGESTIONS_LIMIT - all.length), ...all];
}

const allResults = (typed: string, total: number): Suggestion => ({
  kind: 'all',
  href: `/search?${new URLSearchParams({ title: typed })}`,
  title: `All ${total.toLocaleString('en-US')} results`,
  note: '',
  image: null,
});

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** From so many letters on the word that is being typed may be the beginning of another. */
const BEGUN_FROM = 3;

/** How many words of what was typed are the category's name; 0 is none, more than it has: they begin it. */
function wordsNaming(name: string, typed: string): number {
  const begins = name
    .toLowerCase()
    .split(/\s+/)
    .some((_, index, words) => words.slice(index).join(' ').startsWith(typed.toLowerCase()));
  if (begins) return Number.POSITIVE_INFINITY;
  const asked = wordsOf(typed);
  const last = asked.at(-1) ?? '';
  const own = wordsOf(name);
  const isAsked = (word: string) =>
    asked.some(one => singular(one) === singular(word)) ||
    (last.length >= BEGUN_FROM && word.startsWith(last));
  return own.every(isAsked) ? own.length : 0;
}

function categoriesNamed(typed: string, categories: readonly Category[]): Suggestion[] {
  if (typed.length < 2) return [];
  const all = categories.flatMap(({ category, subcategories }) => [
    {
      kind: 'category' as const,
      href: subcategories.length > 0 ? categoryHref(category.name) : subcategoryHref(category.name),
      title: category.name,
      note: 'Category',
      image: category.image,
    },
    ...subcategories.map(({ name, image }) => ({
      kind: 'category' as const,
      href: subcategoryHref(category.name, name),
      title: name,
      note: category.name,
      image: image ?? category.image,
    })),
  ]);
  return all
    .map(category => ({ category, words: wordsNaming(category.title, typed) }))
    .filter(({ words }) => words > 0)
    .sort((one, other) => (one.words === other.words ? 0 : other.words - one.words))
    .slice(0, MAX_CATEGORIES)
    .map(({ category }) => category);
}
