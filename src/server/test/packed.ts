import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#server/database/migrate.ts';
import type { Place } from '#server/test/shop-process.ts';

/** Makes of the build what a server gets; packages that are there already are not asked for again. */
export async function packShop(folder: string): Promise<void> {
  const { code, out } = await run(process.execPath, ['scripts/pack.mjs', folder], {
    cwd: ROOT,
    env: { ...process.env, npm_config_prefer_offline: 'true' },
  });
  if (code !== 0) throw new Error(`the shop was not packed: ${out}`);
}

export const run = (command: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) =>
  new Promise<{ code: number | null; out: string }>(resolve => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        out += text;
      });
    child.on('close', code => resolve({ code, out }));
  });

/** How deploy's unit starts it. */
export function unitPlace(folder: string): Place {
  const unit = readFileSync(join(folder, 'deploy/knurl@.service'), 'utf8');
  const [, command = ''] = /^ExecStart=\S+\/node (.+)$/m.exec(unit) ?? [];
  return { cwd: folder, node: command.split(' ') };
}

/** Packages that npm has put into a folder, as it wrote them down itself. */
export const packagesIn = (folder: string): string[] =>
  Object.keys(JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')).packages).map(
    path => path.replace(/^.*node_modules\//, ''),
  );

/** All files below a folder. */
export const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => {
      const path = join(entry.parentPath, entry.name);
      return { path, ...statSync(path) };
    });
