import { performance } from 'node:perf_hooks';
import type { Ask, Send } from './load.ts';
import { processCpu, serverCpu } from './processes.ts';

/** Questions of one kind: the first half warms up, the second is measured. */
export interface Kind {
  name: string;
  /** Milliseconds that 99 of 100 may take at most. */
  must: number;
  asks: readonly Ask[];
}

export interface FoundAlone {
  name: string;
  must: number;
  p50: number;
  p99: number;
  /** Processor milliseconds of one question, server and database. */
  serverMs: number;
  databaseMs: number;
}

/** How long somebody waits who is alone, on one connection. `slowest`: so many questions are shown. */
export async function measureAlone(
  { name, must, asks }: Kind,
  send: Send,
  { runs, pids, slowest }: { runs: number; pids: { shop: number; database: number }; slowest: number },
): Promise<FoundAlone> {
  for (const ask of asks.slice(0, runs)) await send(ask);
  const cpu = () => ({ server: processCpu(pids.shop), database: serverCpu(pids.database) });
  const before = cpu();
  const waits: { ms: number; ask: Ask }[] = [];
  for (const ask of asks.slice(runs)) {
    const started = performance.now();
    await send(ask);
    waits.push({ ms: performance.now() - started, ask });
  }
  const after = cpu();
  waits.sort((a, b) => a.ms - b.ms);
  for (const { ms, ask } of waits.slice(waits.length - slowest).reverse())
    console.log(`    ${ms.toFixed(1)} ms  ${decodeURIComponent(ask.path).slice(0, 160)}`);
  const at = (share: number) => waits[Math.floor(waits.length * share)]?.ms ?? 0;
  return {
    name,
    must,
    p50: at(0.5),
    p99: at(0.99),
    serverMs: (after.server - before.server) / waits.length,
    databaseMs: (after.database - before.database) / waits.length,
  };
}

export function rowOf({ name, must, p50, p99, serverMs, databaseMs }: FoundAlone): string[] {
  const processor = `${(serverMs + databaseMs).toFixed(1)} (${serverMs.toFixed(1)} + ${databaseMs.toFixed(1)})`;
  return [name, `${must} ms`, `**${p99.toFixed(1)} ms**`, `${p50.toFixed(1)} ms`, processor];
}

export function tableAlone(found: readonly FoundAlone[]): string {
  return [
    ['Question', 'p99 must', 'p99', 'p50', 'processor ms'],
    ['---', '---', '---', '---', '---'],
    ...found.map(rowOf),
  ]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n');
}
