import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { categoryHref, subcategoryHref } from '#client/features/catalog/category-href.ts';
import { trpc } from '#client/trpc.ts';
import { SEARCH_SUGGESTIONS_LIMIT } from '#shared/constants.ts';
import type { Suggestion as Found } from '#shared/schemas/products.ts';
import type { Category } from '#shared/schemas/tags.ts';

export interface Suggestion {
  kind: 'product' | 'category';
  href: string;
  title: string;
  /** A product's number, or the category of a subcategory. */
  note: string;
  image: string | null;
}

const PAUSE_MS = 120;
const MOST_CATEGORIES = 2;

/** What was typed, once the typing pauses. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(setSettled, typed === '' ? 0 : PAUSE_MS, typed);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed === '' ? '' : settled;
}

/**
 * Suggestions for what is being typed, ten at most; those of before stay until the next are there. What is typed
 * meanwhile cancels what was asked. `isAnswered`: these are for the text as it stands.
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
    suggestions: suggestionsOf(asked, data.suggestions, categories),
    isAnswered: !isPlaceholderData && asked === typed.trim(),
  };
}

/** Products, and before them the categories that are called so. */
export function suggestionsOf(
  typed: string,
  products: readonly Found[],
  categories: readonly Category[],
): Suggestion[] {
  const named = categoriesNamed(typed, categories);
  const found = products.map(({ _id, title, productNum, partNumber, image }): Suggestion => {
    const href = `/product/${_id}?${new URLSearchParams({ title: productNum })}`;
    return {
      kind: 'product',
      href,
      title,
      note: partNumber ? `${partNumber}, ${productNum}` : productNum,
      image,
    };
  });
  return [...named, ...found].slice(0, SEARCH_SUGGESTIONS_LIMIT);
}

function categoriesNamed(typed: string, categories: readonly Category[]): Suggestion[] {
  const wanted = typed.toLowerCase();
  if (wanted.length < 2) return [];
  const isNamed = (name: string) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((_, index, words) => words.slice(index).join(' ').startsWith(wanted));
  const all = categories.flatMap(({ category, subcategories }) => [
    {
      kind: 'category' as const,
      href: subcategories.length > 0 ? categoryHref(category.name) : subcategoryHref(category.name),
      title: category.name,
      note: '',
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
  return all.filter(({ title }) => isNamed(title)).slice(0, MOST_CATEGORIES);
}
