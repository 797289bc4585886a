import { defineConfig, type Plugin } from 'vite';
import { rememberKinds } from './scripts/quick-kinds.ts';

// The commands are bundled as well, so that a production install can migrate and back up without tsx.
const entries = { main: 'main', commands: 'commands', embedded: 'database/embedded' };

/** Packages with machine code, files of their own or a second user in this process, and what only `--dev` loads. */
const OUTSIDE = [
  '@electric-sql/pglite',
  '@fastify/middie',
  '@node-rs/argon2',
  '@scalar/fastify-api-reference',
  '@trpc/server',
  'pdfmake',
  'sharp',
  'stripe',
  'vite',
];

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

/** The server for `npm start`: our own code and most packages in a few files, as each of 800 would cost the start. */
export default defineConfig({
  publicDir: false,
  plugins: [latin, unused, quickKinds],
  ssr: { noExternal: true, external: OUTSIDE },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        ...Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, `src/server/${file}.ts`])),
        // A thread of its own, which `documents/printer.ts` starts.
        'print-worker': 'src/server/documents/print-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
