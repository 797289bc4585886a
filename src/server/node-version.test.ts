import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#server/database/migrate.ts';

/** Has a script run on a Node that says to be of this version. */
function runOn(version: string, script: string) {
  const claim = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(claim)}`, script];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  return [status, stderr];
}

describe('a Node that is too old', () => {
  it.each(['start', 'command', 'pack', 'build'])('is named by scripts/%s.mjs, before anything else', name => {
    for (const version of ['18.20.8', '20.18.3'])
      expect(runOn(version, `scripts/${name}.mjs`)).toEqual([
        1,
        `Knurl needs Node 20.19 or newer; this is Node ${version}.\n`,
      ]);
  });

  it('is one below what package.json asks for', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(engines.node).toBe('>=20.19.0');
    for (const version of ['20.19.0', '22.0.0', '24.1.0'])
      expect(runOn(version, 'scripts/node-version.mjs')).toEqual([0, '']);
  });
});
