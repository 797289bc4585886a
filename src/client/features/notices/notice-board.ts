import { ERROR_BANNER_REPLACED_AFTER_MS, NOTICE_MS } from '#shared/constants.ts';

export type Colour = 'red' | 'green' | 'blue' | 'white';

export interface Notice {
  id: number;
  colour: Colour;
  text: string;
  /** Time on screen (ms); 0 stays until dismissed. */
  ms: number;
  /** The page on which what it tells of can be mended. */
  links: readonly NoticeLink[];
}

export interface NoticeLink {
  text: string;
  to: string;
}

/**
 * The banner at the top: one notice at a time. A new one takes the place of what shows; only a red one keeps its
 * place, for at most 6 seconds more (rule N1), or while somebody holds it.
 */
export class NoticeBoard {
  #shown: Notice | null = null;
  #held = false;
  /** Whether the red one should have given way while it was held. */
  #overdue = false;
  #waiting: Notice[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;
  readonly #watchers = new Set<() => void>();

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  readonly shown = (): Notice | null => this.#shown;

  /** Answers by which it can be withdrawn. */
  post(
    colour: Colour,
    text: string,
    ms: number = NOTICE_MS.default,
    links: readonly NoticeLink[] = [],
  ): number {
    this.#lastId += 1;
    const notice = { id: this.#lastId, colour, text, ms, links };
    if (this.#shown?.colour !== 'red') {
      this.#waiting = [];
      this.#show(notice);
      return notice.id;
    }
    // The red one's own end may come sooner; what waits then shows at once.
    if (this.#waiting.length === 0) this.#letGiveWay(this.#shown.id);
    this.#waiting.push(notice);
    return notice.id;
  }

  /** Takes a notice away that is not true any more; one that is gone changes nothing. */
  withdraw(id: number): void {
    this.#waiting = this.#waiting.filter(notice => notice.id !== id);
    if (this.#shown?.id === id) this.dismiss();
  }

  readonly dismiss = (): void => this.#show(this.#waiting.shift() ?? null);

  /** While it is pointed at or focused it stays; afterwards its time starts anew. */
  readonly hold = (): void => {
    this.#held = true;
    clearTimeout(this.#timer);
  };

  readonly release = (): void => {
    this.#held = false;
    if (this.#overdue) this.dismiss();
    else this.#startTime();
  };

  #startTime(): void {
    clearTimeout(this.#timer);
    if (this.#shown && this.#shown.ms > 0) this.#timer = setTimeout(this.dismiss, this.#shown.ms);
  }

  #letGiveWay(redId: number): void {
    setTimeout(() => {
      if (this.#shown?.id !== redId) return;
      if (this.#held) this.#overdue = true;
      else this.dismiss();
    }, ERROR_BANNER_REPLACED_AFTER_MS);
  }

  #show(notice: Notice | null): void {
    this.#shown = notice;
    // People who held the one before do not hold this one until they move.
    this.#held = false;
    this.#overdue = false;
    this.#startTime();
    if (notice?.colour === 'red' && this.#waiting.length > 0) this.#letGiveWay(notice.id);
    for (const watcher of this.#watchers) watcher();
  }
}
