import { Worker } from 'node:worker_threads';
import type { Printable, Printed, ToPrint } from '#server/documents/print-worker.ts';
import { AppError } from '#server/errors.ts';
import { clock } from '#server/time-and-chance.ts';

/** Prints documents beside the process's own thread: a long one takes half a second of computing. */
export interface Printer {
  /** Throws `busy` while too many wait already. */
  print(document: Printable): Promise<Buffer>;
  close(): Promise<void>;
}

/** Each waits for the one before it. */
const MAX_WAITING = 20;
const MAX_MS = 20_000;
/** The worker holds 60 MB with its fonts, which a quiet shop has better use for. */
const IDLE_MS = 60_000;
const MAX_MEMORY_MB = 256;

interface Waiting {
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
}

/** The build has it beside this file; from the sources it is loaded as everything else is. */
function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_MEMORY_MB };
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./print-worker.js', import.meta.url), { resourceLimits });
  }
  const { href } = new URL('./print-worker.ts', import.meta.url);
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import('${href}'); })`;
  return new Worker(load, { eval: true, resourceLimits });
}

export function createPrinter(): Printer {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  const end = async (error: Error): Promise<void> => {
    clock.clearTimeout(timer);
    const ended = worker;
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    await ended?.terminate();
  };

  /** Waits for the next answer, or for the end of an idle minute. */
  const watch = () => {
    clock.clearTimeout(timer);
    const isIdle = waiting.size === 0;
    const error = new Error(isIdle ? 'idle' : 'a document took too long to print');
    timer = clock.setTimeout(() => void end(error), isIdle ? IDLE_MS : MAX_MS);
    timer.unref();
  };

  const answered = ({ id, ...printed }: Printed) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    watch();
    if ('pdf' in printed) asked?.resolve(Buffer.from(printed.pdf));
    else asked?.reject(new Error(printed.error));
  };

  const start = (): Worker => {
    const started = startWorker();
    started.unref();
    started.on('message', answered);
    started.on('error', error => {
      if (worker === started) void end(error);
    });
    return started;
  };

  return {
    print: document =>
      new Promise((resolve, reject) => {
        if (waiting.size >= MAX_WAITING) throw new AppError('busy');
        worker ??= start();
        count += 1;
        waiting.set(count, { resolve, reject });
        if (waiting.size === 1) watch();
        worker.postMessage({ id: count, document } satisfies ToPrint);
      }),
    close: () => end(new AppError('unavailable')),
  };
}
