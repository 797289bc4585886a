import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
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
  await withoutServices(() => installPackage(install));
  return find();
}

async function installPackage(install: string): Promise<void> {
  const environment = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const ignored = () => undefined;
  await run('apt-get', ['update', '-q'], environment).catch(ignored);
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', install], environment).catch(
    ignored,
  );
}

const POLICY = '/usr/sbin/policy-rc.d';

// The packages of servers would start them, at ports that somebody else may have. Debian asks this file first; where
// there is one already, that has been thought of.
async function withoutServices(work: () => Promise<void>): Promise<void> {
  const isOurs = await writeFile(POLICY, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 }).then(
    () => true,
    () => false,
  );
  try {
    await work();
  } finally {
    if (isOurs) await rm(POLICY, { force: true });
  }
}
