export type Colour = 'red' | 'green' | 'blue' | 'white';

export interface Notice {
  id: number;
  colour: Colour;
  text: string;
  /** Time on screen (ms); 0 stays until dismissed. */
  ms: number;
}

const DEFAULT_MS = 2500;
const RED_GIVES_WAY_AFTER_MS = 6000;

/**
 * The banner at the top: one notice at a time. A new one takes the place of what shows; only a red one keeps its
 * place, for at most 6 seconds more (spec §4 Notices).
 */
export class NoticeBoard {
  #shown: Notice | null = null;
  #waiting: Notice[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;
  readonly #watchers = new Set<() => void>();

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  readonly shown = (): Notice | null => this.#shown;

  post(colour: Colour, text: string, ms = DEFAULT_MS): void {
    this.#lastId += 1;
    const notice = { id: this.#lastId, colour, text, ms };
    if (this.#shown?.colour !== 'red') {
      this.#waiting = [];
      this.#show(notice);
      return;
    }
    // The red one's own end may come sooner; what waits then shows at once.
    if (this.#waiting.length === 0) setTimeout(this.#giveWay, RED_GIVES_WAY_AFTER_MS, this.#shown.id);
    this.#waiting.push(notice);
  }

  readonly dismiss = (): void => this.#show(this.#waiting.shift() ?? null);

  #giveWay = (redId: number): void => {
    if (this.#shown?.id === redId) this.dismiss();
  };

  #show(notice: Notice | null): void {
    clearTimeout(this.#timer);
    this.#shown = notice;
    if (notice && notice.ms > 0) this.#timer = setTimeout(this.dismiss, notice.ms);
    if (notice?.colour === 'red' && this.#waiting.length > 0) {
      setTimeout(this.#giveWay, RED_GIVES_WAY_AFTER_MS, notice.id);
    }
    for (const watcher of this.#watchers) watcher();
  }
}
