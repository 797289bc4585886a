import type { Plugin } from 'vite';

const SCREEN = /\bscreen\(\s*\(\) => import\('#client\/([^']+)'\),?\s*\)/g;

/** Gives each `screen(() => import('#client/…'))` of a module its file as the second argument. */
export function nameSources(code: string): string {
  const named = code.replace(
    SCREEN,
    (_, path) => `screen(() => import('#client/${path}'), 'src/client/${path}')`,
  );
  const [asked, answered] = [/\bscreen\(\s*\(\)/g, /\bscreen\(\(\) => import\('[^']+'\), '/g].map(
    pattern => named.match(pattern)?.length ?? 0,
  );
  if (asked !== answered)
    throw new Error("a screen is written otherwise than screen(() => import('#client/…'))");
  return named;
}

/** Tells the server which file a screen's code and styles are found by; without it each row would name it twice. */
export const pageSources: Plugin = {
  name: 'page-sources',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/client\/(?:router\.tsx|routes\/[^?]*-pages\.ts)$/ },
    // Lines stay where they are.
    handler: code => ({ code: nameSources(code), map: null }),
  },
};
