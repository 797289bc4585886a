import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageSources } from './scripts/page-sources.ts';

/**
 * What pages share comes in few files: each one more costs a phone a round trip as soon as the six connections of a
 * browser are busy, and a page shows nothing before its last style sheet.
 */
const SHARED = [
  {
    name: 'libraries',
    test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler|@tanstack|@trpc)[\\/]/,
    priority: 2,
  },
  {
    name: 'shop',
    test: /[\\/]src[\\/](shared|client[\\/](ui|features[\\/](catalog|cart|search|session|notices)))[\\/]/,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'buying', test: /[\\/]client[\\/]features[\\/]product[\\/]/, minShareCount: 3 },
];

/**
 * The browser's part, and the same code for rendering on the server. What the browser needs is a
 * devDependency, so the rendering bundle carries it along: a production install has no React of its own.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [react(), pageSources],
  publicDir: 'src/client/public',
  build: {
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    target: isSsrBuild ? 'node20' : 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    ...(!isSsrBuild && {
      rollupOptions: {
        input: 'src/client/entry-client.tsx',
        output: { codeSplitting: { groups: SHARED } },
      },
    }),
  },
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
  // @trpc/server stays outside, so that its error class is the one that the procedures throw.
  ssr: command === 'build' ? { noExternal: true, external: ['@trpc/server'] } : {},
}));
