import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The folder that holds all of `programs`, among `folders` and those of the PATH; where none does and this is root's
 * own Debian, after installing the package. Null: they are not to be had.
 */
export async function findPrograms({
  programs,
  folders = () => [],
  install,
}: {
  programs: readonly string[];
  folders?: () => string[];
  install: string;
}): Promise<string | null> {
  const find = () =>
    [...folders(), ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].find(folder =>
      programs.every(name => existsSync(join(folder, name))),
    ) ?? null;
  const found = find();
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  const environment = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const ignored = () => undefined;
  await run('apt-get', ['update', '-q'], environment).catch(ignored);
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', install], environment).catch(
    ignored,
  );
  return find();
}
