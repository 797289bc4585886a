import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** Writes beside the manifest which sources each built file holds: `scripts/sizes.mjs` looks for those of the back office. */
export const chunkModules: Plugin = {
  name: 'chunk-modules',
  generateBundle(_, bundle) {
    const held = Object.values(bundle).flatMap(chunk =>
      chunk.type === 'chunk'
        ? [[chunk.fileName, chunk.moduleIds.map(id => relative(process.cwd(), id.split('?')[0] ?? id))]]
        : [],
    );
    this.emitFile({
      type: 'asset',
      fileName: '.vite/modules.json',
      source: JSON.stringify(Object.fromEntries(held)),
    });
  },
};
