import { CHUNK_TIMEOUT_MS } from '#shared/constants.ts';

/** A part of the shop's scripts that could not be loaded: too slow, offline, or gone after a deploy (spec §4). */
export class MissingPart extends Error {
  override readonly name = 'MissingPart';
}

/** After so long a part that was refused is asked for again. */
const AGAIN_MS = [1000, 2000];

/** Loads a part by its import, tried three times; what has not come after two minutes will not come. */
export async function loadPart<T>(load: () => Promise<T>, within = CHUNK_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new MissingPart('not loaded in time')), within);
  });
  try {
    return await Promise.race([untilLoaded(load), late]);
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

/** Links of styles that were refused: the bundler never asks for them again, and parts would come without. */
const refused = new Set<HTMLLinkElement>();

if (typeof window !== 'undefined') {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') refused.add(target);
  };
  addEventListener('error', note, true);
}

async function loadStyled<T>(load: () => Promise<T>): Promise<T> {
  await Promise.all([...refused].map(askAgain));
  return load();
}

function askAgain(link: HTMLLinkElement): Promise<unknown> {
  refused.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  const asked = new Promise((resolve, reject) => {
    again.onload = resolve;
    again.onerror = reject;
  });
  link.replaceWith(again);
  return asked;
}
