import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { Problem } from '#client/features/problem/problem.tsx';

afterEach(() => vi.unstubAllGlobals());

const failing = () => {
  throw new Error('a fault of the page');
};

/** The heading of a page that fails, where the runtime has this `navigator`. */
async function heading(navigator: object | undefined): Promise<string | undefined> {
  vi.stubGlobal('navigator', navigator);
  const { query, dataRoutes } = createStaticHandler([
    { path: '/', loader: failing, Component: () => null, ErrorBoundary: Problem },
  ]);
  const context = await query(new Request('http://shop.test/'));
  if (context instanceof Response) throw new Error('answered otherwise');
  const router = createStaticRouter(dataRoutes, context);
  const html = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  return /<h1>(.*?)<\/h1>/.exec(html)?.[1];
}

it.each([
  ['Node 20', undefined, 'Something went wrong'],
  ['Node 21 and newer', { userAgent: 'Node.js/24' }, 'Something went wrong'],
  ['a browser', { onLine: true }, 'Something went wrong'],
  ['a browser without a connection', { onLine: false }, 'The shop could not be reached'],
])('a page that fails says so, in %s', async (_, navigator, said) => {
  expect(await heading(navigator)).toBe(said);
});
