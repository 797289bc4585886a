import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT, SNAPSHOT } from '#server/database/migrate.ts';
import { SHORT_LIVED } from '#server/test/short-lived.ts';

/** A server process as `npm start` runs it, from the build or from the sources. */
export interface ShopProcess {
  readonly url: string;
  /** Ends it, by kill -9 unless another signal is named; answers its exit code and signal. */
  end(signal?: NodeJS.Signals): Promise<[number | null, string | null]>;
}

export interface Spawned {
  child: ChildProcess;
  /** Returns what it wrote so far. */
  output: () => string;
  ended: Promise<[number | null, string | null]>;
}

export interface Place {
  cwd: string;
  node: readonly string[];
}

/** Says that the build is of these sources, as in the whole suite. */
const isBuilt = process.env.TEST_BUILT === 'yes';

/** Names the snapshot of a build of these sources, if there is one. */
export const builtSnapshot = isBuilt ? SNAPSHOT : null;

/** Answers what node is to run: of a build of these sources, if there is one, else the sources. */
export function scriptOf(name: 'main' | 'commands'): string[] {
  return isBuilt
    ? [...SHORT_LIVED, `dist/server/${name}.js`]
    : [...SHORT_LIVED, '--import', 'tsx', `src/server/${name}.ts`];
}

/**
 * Starts a process on a port of its own without waiting for it. It knows of the environment only what is said here.
 * `within`: a command that goes on as the one that is written behind it. `place`: where the shop lies and what node
 * is to run there.
 */
export function spawnShop(
  variables: Record<string, string>,
  within: readonly string[] = [],
  { cwd, node }: Place = { cwd: ROOT, node: scriptOf('main') },
): Spawned {
  const [command = '', ...args] = [...within, process.execPath, ...node];
  const child = spawn(command, args, {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      SHOP_MODE: 'demo',
      DEMO_DATA: 'off',
      LOG_LEVEL: 'warn',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return {
    child,
    output: () => output,
    ended: once(child, 'exit') as Promise<[number | null, string | null]>,
  };
}

/** Starts a process and waits until it is open. */
export async function startShop(
  variables: Record<string, string>,
  within: readonly string[] = [],
  place?: Place,
): Promise<ShopProcess> {
  const { child, output, ended } = spawnShop(variables, within, place);
  for (;;) {
    const [, port] = /Knurl is open at \S+:(\d+)/.exec(output()) ?? [];
    if (port) {
      return {
        url: `http://127.0.0.1:${port}`,
        end: (signal = 'SIGKILL') => {
          child.kill(signal);
          return ended;
        },
      };
    }
    if (child.exitCode !== null) throw new Error(`the shop did not open: ${output()}`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
