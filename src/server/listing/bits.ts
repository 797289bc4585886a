/** One bit a place, as many as an index has products or variants. */
export type Bits = Uint32Array;

const WORD = 32;

export const bitsFor = (places: number): Bits => new Uint32Array(Math.ceil(places / WORD));

export const isSet = (bits: Bits, place: number): boolean =>
  (((bits[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1;

export function setBit(bits: Bits, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
}

/** From `first` up to, but not with, `end`. */
export function setRange(bits: Bits, first: number, end: number): void {
  const [from, to] = [Math.ceil(first / WORD), Math.floor(end / WORD)];
  if (from < to) bits.fill(0xffffffff, from, to);
  for (let place = first; place < Math.min(end, from * WORD); place++) setBit(bits, place);
  for (let place = Math.max(first, to * WORD); place < end; place++) setBit(bits, place);
}

/** Returns what all of them have. */
export function inAll(first: Bits, others: readonly Bits[]): Bits {
  const left = first.slice();
  for (const bits of others) {
    for (let at = 0; at < left.length; at++) left[at] = (left[at] ?? 0) & (bits[at] ?? 0);
  }
  return left;
}

/** Lists what is set, in rising order, written to the beginning of `into`. */
export function placesIn(bits: Bits, into: Uint32Array): Uint32Array {
  let found = 0;
  for (let at = 0; at < bits.length; at++) {
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1) {
      into[found++] = at * WORD + 31 - Math.clz32(left & -left);
    }
  }
  return into.subarray(0, found);
}
