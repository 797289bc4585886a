import type { Sql } from 'postgres';
import { chance, clock } from '#server/time-and-chance.ts';

/** How often something is said to be heard; what hasn't come by the next time is lost. */
const PULSE_MS = 2_500;
const FIRST_PULSE_MS = 5_000;

export interface Listener {
  onMessage: (payload: string) => void;
  /** Messages may have been lost: on each connect, also the first, and again and again while none gets through. */
  onGap: () => void;
}

/** Thrown when nothing that is written where the shop writes is heard where it listens. */
export class DeafError extends Error {
  override readonly name = 'DeafError';
}

/**
 * LISTEN on a connection of its own. It only waits, so nobody notices when its other end is gone or frozen; therefore
 * a word is said through the pool every few seconds, and when it doesn't arrive another connection is made.
 */
export class Ears {
  readonly #connect: () => Sql;
  readonly #say: (channel: string) => Promise<unknown>;
  readonly #pulse = `pulse_${chance.bytes(8).toString('hex')}`;
  readonly #listeners = new Map<string, Set<Listener>>();
  #ear: Sql;
  #timer: NodeJS.Timeout | undefined;
  #isHeard = false;
  #isDeaf = false;
  #isChecking = false;

  private constructor(connect: () => Sql, say: (channel: string) => Promise<unknown>) {
    this.#connect = connect;
    this.#say = say;
    this.#ear = connect();
  }

  /** `say` notifies a channel through the pool. A `DeafError` when not even the first word arrives. */
  static async open(connect: () => Sql, say: (channel: string) => Promise<unknown>): Promise<Ears> {
    const ears = new Ears(connect, say);
    try {
      await ears.#begin();
    } catch (error) {
      await ears.close();
      throw error;
    }
    return ears;
  }

  /** Whether what was said last through the pool has not been heard here. */
  get isDeaf(): boolean {
    return this.#isDeaf;
  }

  /** Returns the way out. */
  async listen(channel: string, listener: Listener): Promise<() => void> {
    const present = this.#listeners.get(channel);
    if (present) {
      present.add(listener);
      listener.onGap();
    } else {
      this.#listeners.set(channel, new Set([listener]));
      await this.#attach(channel);
    }
    return () => void this.#listeners.get(channel)?.delete(listener);
  }

  async close(): Promise<void> {
    clock.clearInterval(this.#timer);
    await this.#ear.end({ timeout: 1 });
  }

  async #begin(): Promise<void> {
    await this.#attachPulse();
    await this.#say(this.#pulse);
    for (const since = clock.ms(); !this.#isHeard; await clock.sleep(10)) {
      if (clock.ms() - since > FIRST_PULSE_MS) throw new DeafError('nothing that is written is heard');
    }
    this.#timer = clock.setInterval(() => void this.#check(), PULSE_MS);
    this.#timer.unref();
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      this.#isDeaf = !this.#isHeard;
      if (this.#isDeaf) {
        for (const listeners of this.#listeners.values()) for (const { onGap } of listeners) onGap();
        await this.#renew();
      }
      this.#isHeard = false;
      // While nothing can be written nothing is missed either.
      await this.#say(this.#pulse).catch(() => {
        this.#isHeard = true;
      });
    } catch {
      // No connection to listen on: the next turn tries again.
    } finally {
      this.#isChecking = false;
    }
  }

  async #renew(): Promise<void> {
    const old = this.#ear;
    this.#ear = this.#connect();
    old.end({ timeout: 0 }).catch(() => undefined);
    await this.#attachPulse();
    for (const channel of this.#listeners.keys()) await this.#attach(channel);
  }

  async #attachPulse(): Promise<void> {
    await this.#ear.listen(this.#pulse, () => {
      this.#isHeard = true;
    });
  }

  async #attach(channel: string): Promise<void> {
    const ear = this.#ear;
    const tell = (what: (listener: Listener) => void) => {
      if (ear === this.#ear) for (const listener of [...(this.#listeners.get(channel) ?? [])]) what(listener);
    };
    await ear.listen(
      channel,
      payload => tell(listener => listener.onMessage(payload)),
      () => tell(listener => listener.onGap()),
    );
  }
}
