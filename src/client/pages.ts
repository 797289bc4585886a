import type { RouteObject } from 'react-router-dom';
import { loadPart } from '#client/load-part.ts';

type PageModule = Awaited<ReturnType<Extract<NonNullable<RouteObject['lazy']>, () => unknown>>>;

/** Says where a page's code lies: in a part of its own, loaded when the page is first asked for. */
export interface Screen {
  load: () => Promise<PageModule>;
  /** Its file below the repository, by which the server finds its files in the build. */
  source: string;
}

/** One page; tables of them are what router, navigation, menus and robots.txt are made of. */
export interface Page extends Screen {
  /** Below the section's own address; empty: that address itself. */
  path: string;
  /** Crawlers are told to stay away from it. */
  keptOut?: true;
  /** Every guest sees the same at its address, so that the server may keep it for a while. */
  shared?: true;
  /** Is for whoever works on the shop: in live mode there is none. */
  forDevelopers?: true;
}

/** A screen by its import alone: the build adds the source (`scripts/page-sources.ts`), so that nobody writes it twice. */
export function screen(load: Screen['load'], source = ''): Screen {
  return { load, source };
}

/** Tells which parts, by their sources, come with a page besides its own: those that its loaders name in `parts`. */
export const partsIn = (loaderData: Readonly<Record<string, unknown>> | undefined): string[] =>
  Object.values(loaderData ?? {}).flatMap(
    data => (data as { parts?: string[] } | null | undefined)?.parts ?? [],
  );

export interface PageHandle {
  source: string;
  shared?: true | undefined;
  forDevelopers?: true | undefined;
}

/** Makes the part of a route that a screen is, at whatever address. */
export const partOf = ({
  load,
  source,
  shared,
  forDevelopers,
}: Screen & Pick<Page, 'shared' | 'forDevelopers'>) => ({
  handle: { source, shared, forDevelopers } satisfies PageHandle,
  lazy: () => loadPart(load),
});

export const routeOf = ({ path, ...screen }: Page): RouteObject =>
  path === '' ? { index: true, ...partOf(screen) } : { path, ...partOf(screen) };
