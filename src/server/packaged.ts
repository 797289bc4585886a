import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Lists files that are read out of packages at run time, each by the way from the file that its package is imported by. */
const PACKAGED = {
  'scalar.js': ['@scalar/fastify-api-reference', 'js/standalone.js'],
  'roboto-regular.ttf': ['pdfmake', '../fonts/Roboto/Roboto-Regular.ttf'],
  'roboto-medium.ttf': ['pdfmake', '../fonts/Roboto/Roboto-Medium.ttf'],
} as const;

type Packaged = keyof typeof PACKAGED;

/** The file in its package while the sources run, else its copy: packages that are bundled are not installed. */
export const packagedFile = (name: Packaged): string =>
  import.meta.url.endsWith('.ts')
    ? inPackage(name)
    : join(dirname(fileURLToPath(import.meta.url)), 'packaged', name);

/** For the build: the files that it lays into `packaged`, beside itself. */
export const packagedFiles = () =>
  (Object.keys(PACKAGED) as Packaged[]).map(name => ({ name, file: inPackage(name) }));

function inPackage(name: Packaged): string {
  const [id, path] = PACKAGED[name];
  return join(dirname(createRequire(import.meta.url).resolve(id)), path);
}
