import { existsSync } from 'node:fs';
import { defineConfig } from 'vite';

// The commands are bundled as well, so that a production install can migrate and back up without tsx.
const entries = ['main', 'commands', 'embedded'].filter(name => existsSync(`src/server/${name}.ts`));

/** The server for `npm start`: our own code in one folder, every package from node_modules. */
export default defineConfig({
  publicDir: false,
  ssr: { external: true },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rollupOptions: {
      input: Object.fromEntries(entries.map(name => [name, `src/server/${name}.ts`])),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
