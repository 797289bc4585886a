import { CHUNK_TIMEOUT_MS } from '#shared/constants.ts';

/** Says that a part of the shop's scripts could not be loaded: too slow, offline, or gone after a deploy (rule S7). */
export class MissingPart extends Error {
  override readonly name = 'MissingPart';
}

/** After so long a part that was refused is asked for again. */
const AGAIN_MS = [1000, 2000];

type Import = (address: string) => Promise<unknown>;

/** Loads a part by its import, tried three times; what has not come after two minutes will not come. */
export async function loadPart<T>(
  load: () => Promise<T>,
  within = CHUNK_TIMEOUT_MS,
  importAt: Import = address => import(/* @vite-ignore */ address),
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new MissingPart('not loaded in time')), within);
  });
  try {
    return await Promise.race([untilLoaded(() => loadAgain(load, importAt)), late]);
  } catch (cause) {
    throw cause instanceof MissingPart ? cause : new MissingPart('could not be loaded', { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of AGAIN_MS) {
    try {
      return await loadStyled(load);
    } catch {
      await new Promise(resolve => setTimeout(resolve, pause));
    }
  }
  return loadStyled(load);
}

/**
 * How often each script was asked for in vain, by its address. Some browsers, Chrome 150 among them, remember that an
 * import failed and never ask for that address again; with another fragment it is another script to them.
 */
const refusals = new Map<string, number>();

async function loadAgain<T>(load: () => Promise<T>, importAt: Import): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\/\/\S+\.js\b/.exec(error instanceof Error ? error.message : '')?.[0];
    if (!address) throw error;
    const times = refusals.get(address) ?? 0;
    refusals.set(address, times + 1);
    if (times === 0) throw error;
    return (await importAt(`${address}#${times}`)) as T;
  }
}

/** Links of styles that were refused: the bundler never asks for them again, and parts would come without. */
const refusedStyles = new Set<HTMLLinkElement>();

if (typeof window !== 'undefined') {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') refusedStyles.add(target);
  };
  addEventListener('error', note, true);
}

async function loadStyled<T>(load: () => Promise<T>): Promise<T> {
  await Promise.all([...refusedStyles].map(askAgain));
  return load();
}

function askAgain(link: HTMLLinkElement): Promise<unknown> {
  refusedStyles.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  const asked = new Promise((resolve, reject) => {
    again.onload = resolve;
    again.onerror = reject;
  });
  link.replaceWith(again);
  return asked;
}
