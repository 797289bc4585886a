import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { pageSources } from './scripts/page-sources.ts';
import { rememberKinds } from './scripts/quick-kinds.ts';
import { packagedFiles } from './src/server/packaged.ts';

// The commands are bundled as well, so that a production install can migrate and back up without tsx.
const entries = { main: 'main', commands: 'commands', embedded: 'database/embedded' };

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Stay outside: machine code, which can't be bundled and is installed beside the build, and what `--dev` alone loads. */
const OUTSIDE = [...Object.keys(dependencies), '@fastify/middie', 'vite'];

/** One letter beyond Latin-1 makes V8 hold the whole text of a file at two bytes a letter. */
const latin: Plugin = {
  name: 'latin-1',
  // The very last, or what is written out here is put back.
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\xff]/g, written);
      }
    },
  },
};

const written = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * What packages load for what the shop does otherwise: pg-boss for a connection and a clock of its own (`jobs.ts`),
 * Fastify for schemas (`app.ts`). It was a quarter of what each start reads.
 */
const UNUSED: Record<string, readonly string[]> = {
  '/pg-boss/': ['pg', 'cron-parser'],
  '/fastify/': ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
};

const unused: Plugin = {
  name: 'unused',
  enforce: 'pre',
  resolveId: (id, importer = '') =>
    Object.entries(UNUSED).some(([loader, ids]) => importer.includes(loader) && ids.includes(id))
      ? EMPTY
      : null,
  load: id => (id === EMPTY ? 'export default {}' : null),
};

const EMPTY = '\0empty';

/**
 * Drizzle asks of every piece of every statement what kind it is, each time by a walk up its classes: a fifth of the
 * server's work for a checkout. The answer is the same for all pieces of a class (docs/decisions/062-quick-kinds.md).
 */
const quickKinds: Plugin = {
  name: 'quick-kinds',
  transform(code, id) {
    if (!id.endsWith('/drizzle-orm/entity.js')) return null;
    const quick = rememberKinds(code);
    if (quick === null) this.error('drizzle-orm/entity.js has no `is` any more that could be made quicker');
    return { code: quick, map: null };
  },
};

const LICENCES = 'licenses.md';

/** Packages that are bundled are not installed, so that what is read of them comes along, as do their licences. */
const packaged: Plugin = {
  name: 'packaged',
  // Behind Vite, which writes down the licences of code alone.
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const { name, file } of packagedFiles())
        this.emitFile({ type: 'asset', fileName: `packaged/${name}`, source: readFileSync(file) });
      const licences = bundle[LICENCES];
      if (licences?.type !== 'asset') return this.error(`${LICENCES} is missing`);
      licences.source += `${licenceOf('@scalar/fastify-api-reference')}\n${ROBOTO}`;
    },
  },
};

function licenceOf(name: string): string {
  const [described, text] = ['package.json', 'LICENSE'].map(file =>
    readFileSync(`node_modules/${name}/${file}`, 'utf8'),
  );
  const { version, license } = JSON.parse(described ?? '');
  return `\n## ${name} - ${version} (${license})\n\n${text?.trim()}\n`;
}

// Their package has no file of it.
const ROBOTO = `## Roboto, the fonts (Apache-2.0)

Copyright 2011 Google Inc. All Rights Reserved. The text of this licence stands above, for example at prom-client.
`;

/**
 * The server for `npm start`, with all packages that can be part of it (docs/decisions/088-what-is-installed.md): a
 * start would pay for each of some 800 files.
 */
export default defineConfig({
  publicDir: false,
  define: {
    'process.env.NODE_ENV': '"production"',
    // Packages may not be ES modules, as all are here.
    __dirname: 'import.meta.dirname',
  },
  plugins: [react(), pageSources, latin, unused, quickKinds, packaged],
  ssr: { noExternal: true, external: OUTSIDE },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    minify: false,
    sourcemap: true,
    license: { fileName: LICENCES },
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        ...Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, `src/server/${file}.ts`])),
        // A thread of its own, which `documents/printer.ts` starts.
        'print-worker': 'src/server/documents/print-worker.ts',
        // The rendering of pages, with the very @trpc/server of the procedures that it calls.
        'entry-server': 'src/client/entry-server.tsx',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // Lines are looked up in the sources of the same version, which would be twice the size of all that runs.
        sourcemapExcludeSources: true,
      },
    },
  },
});
