import type { LoaderFunctionArgs } from 'react-router-dom';
import { missingPage } from '#client/missing-page.ts';
import { queriesContext } from '#client/trpc.ts';

/** The loader of every address without a screen: the way on from there leads through the categories. */
export async function unknownPage({ context }: LoaderFunctionArgs): Promise<never> {
  await context.get(queriesContext).tags.categories.prefetch({});
  return missingPage();
}
