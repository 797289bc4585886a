/** A timer of a world: Node's methods on timers change nothing there. */
export interface Alarm {
  at: number;
  readonly ring: () => void;
  ref(): Alarm;
  unref(): Alarm;
  hasRef(): boolean;
}

/** The timers of a world. Those of one instant ring in the order in which they were set. */
export interface Alarms {
  set(at: number, ring: () => void): Alarm;
  /** Has one that rings now ring once more. */
  setAgain(alarm: Alarm, at: number): void;
  clear: (alarm: Alarm | undefined) => void;
  next(): Alarm | null;
  /** Takes it off and rings it. */
  ring(alarm: Alarm): void;
}

export function createAlarms(): Alarms {
  /** By their instants, the earliest first. */
  const alarms: Alarm[] = [];
  const insert = (alarm: Alarm) => {
    let [low, high] = [0, alarms.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((alarms[middle]?.at ?? 0) <= alarm.at) low = middle + 1;
      else high = middle;
    }
    alarms.splice(low, 0, alarm);
    return alarm;
  };
  const clear = (alarm: Alarm | undefined) => {
    const at = alarm ? alarms.indexOf(alarm) : -1;
    if (at >= 0) alarms.splice(at, 1);
  };
  return {
    set: (at, ring) => {
      const alarm: Alarm = { at, ring, ref: () => alarm, unref: () => alarm, hasRef: () => true };
      return insert(alarm);
    },
    setAgain: (alarm, at) => {
      alarm.at = at;
      insert(alarm);
    },
    clear,
    next: () => alarms[0] ?? null,
    ring: alarm => {
      clear(alarm);
      alarm.ring();
    },
  };
}
