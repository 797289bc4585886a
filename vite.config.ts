import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkModules } from './scripts/chunk-modules.ts';
import { pageSources } from './scripts/page-sources.ts';

/** Lie among what nearly every page imports, and are for the back office, or for signing in, alone. */
const NOT_OF_EVERY_PAGE = [
  ...['shared/office-', 'shared/schemas/(order-desk|office-|staff-)'],
  'shared/rules/(comments|history-words|mail-words|margin|order-events|picking|receipts)',
  'client/ui/(list/|record/|ask-to-stay|card-rows|note)',
  'client/features/session/(account-forms|code-form|google-button|recovery-codes|set-up-factor|signed-out)',
];
/** Lists what nearly every page imports; the way to load parts and the tables of pages go with it. */
const OF_EVERY_PAGE = [
  ...['shared/', 'client/load-part', 'client/pages', 'client/routes/user/user-pages', 'client/ui/'],
  'client/features/(catalog|cart|search|session|notices)/',
];
const SHOP = new RegExp(
  `vite/preload-helper|/src/(?!${NOT_OF_EVERY_PAGE.join('|')})(?:${OF_EVERY_PAGE.join('|')})`.replaceAll(
    '/',
    '[\\\\/]',
  ),
);

/**
 * What pages share comes in few files: each one more costs a phone a round trip as soon as the six connections of a
 * browser are busy, and a page shows nothing before its last style sheet.
 */
const SHARED = [
  {
    name: 'libraries',
    test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler|@trpc|@tanstack[\\/](?:react-query|query-core))[\\/]/,
    priority: 2,
  },
  {
    name: 'shop',
    test: SHOP,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'buying', test: /[\\/]client[\\/]features[\\/]product[\\/]/, minShareCount: 3 },
];

/** The browser's part, and all of it for `--dev`. The rendering of pages is built with the server. */
export default defineConfig(({ command }) => ({
  plugins: [react(), pageSources, chunkModules],
  publicDir: 'src/client/public',
  build: {
    outDir: 'dist/client',
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: 'src/client/entry-client.tsx',
      output: { codeSplitting: { groups: SHARED } },
    },
  },
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
}));
