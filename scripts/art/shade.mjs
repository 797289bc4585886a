/** Shades what was looked at in a finish. */
import { FINISHES, grownAt } from './finishes.mjs';
import { clamp, exp, floor, noise, smooth, sqrt } from './solids.mjs';

/** A soft shoulder, so that highlights keep their shape. */
const tone = c => (c < 0.72 ? c : 0.72 + 0.28 * (1 - exp((0.72 - c) / 0.28)));

/** A share for each 1/4096 of the way to white. */
const SRGB = Uint8Array.from({ length: 4097 }, (_, i) => Math.round(255 * (i / 4096) ** (1 / 2.2)));
const inked = c => SRGB[(clamp(c) * 4096) | 0];

/** Red, green and blue of every pixel of `seen`, with its unfinished parts in `name`. */
export function shade(seen, name) {
  const { width, height, slot } = seen;
  const pixels = Buffer.alloc(width * height * 3);
  const finishes = seen.slots.map(({ part, finish }) => ({
    glass: part.glass,
    ...FINISHES[finish ?? name],
    under: FINISHES[name ?? finish],
  }));
  seen.backdrop ??= backdrop(seen);
  const colourOf = pixel => {
    const finish = finishes[slot[pixel]];
    if (!finish) return sheet(seen, pixel);
    return finish.glass ? glass(seen, pixel, finish) : metal(seen, pixel, finish);
  };
  for (let pixel = 0; pixel < width * height; pixel++) {
    const filled = seen.filled.get(pixel);
    if (slot[pixel] < 0 && !filled) {
      for (let i = 0; i < 3; i++) pixels[pixel * 3 + i] = seen.backdrop[pixel * 3 + i];
      continue;
    }
    let colour = colourOf(pixel);
    if (filled) {
      const rest = colourOf(filled.next);
      colour = colour.map((part, i) => part * filled.share + rest[i] * (1 - filled.share));
    }
    for (let i = 0; i < 3; i++) pixels[pixel * 3 + i] = inked(colour[i]);
  }
  return { pixels, width, height };
}

/** The wall, which is the same in every finish. */
function backdrop(seen) {
  const pixels = Buffer.alloc(seen.width * seen.height * 3, 255);
  for (let pixel = 0; pixel < seen.slot.length; pixel++) {
    if (seen.slot[pixel] < 0) pixels.set(sheet(seen, pixel).map(inked), pixel * 3);
  }
  return pixels;
}

const SUN_ON_WALL = 0.697;

/** The white wall: only its shadows show, a touch cooler than the light, and none at the frame, so that tiles join. */
function sheet(seen, pixel) {
  const { width, height } = seen;
  const [u, v] = [(pixel % width) / width, floor(pixel / width) / height];
  const fade = smooth(0, 0.14, Math.min(u, 1 - u, v, 1 - v));
  const shadow = 0.36 * (1 - clamp(seen.sun[pixel] / SUN_ON_WALL)) + 0.55 * (1 - seen.open[pixel]);
  const dark = shadow * smooth(0, 0.07, shadow) * fade;
  return [1 - dark, 1 - dark * 0.99, 1 - dark * 0.965];
}

function glass(seen, pixel, { under }) {
  const at = pixel * 4;
  const own = seen.polished[at + 3];
  return [0, 1, 2].map(i => tone(seen.polished[at + i] + (under.mirror[i] + (under.base?.[i] ?? 0)) * own));
}

function metal(seen, pixel, finish) {
  const { mirror, blur, base, grown, wear, patina = 0, grain = 0, deep = 1 } = finish;
  const at = pixel * 4;
  const [x, y, z] = seen.place.subarray(pixel * 3, pixel * 3 + 3);
  const light = seen[blur];
  const open = seen.open[pixel];
  const paint = grown ? grownAt(finish, seen.slots[seen.slot[pixel]].thing, x, y, z) : base;
  const gloss = (1 - seen.facing[pixel]) ** 5 * (blur === 'polished' ? 0.9 : blur === 'satin' ? 0.45 : 0.2);
  const dirt = patina ? 1 - patina * (1 - clamp(open * 1.25 - 0.08)) : 1;
  const streak = grain ? 1 + (streaks(seen, pixel, x, y, z) - 0.5) * grain : 1;
  const bare = wear ? seen.edge[pixel] * 0.8 : 0;
  return [0, 1, 2].map(i => {
    const f = (mirror[i] + (wear ? wear[i] * bare : 0)) * dirt;
    const back = f + (1 - f) * gloss * dirt;
    let spec = back * (light[at + i] + f * light[at + 3]) * streak * 1.08;
    if (deep !== 1) spec = spec ** deep * 1.06;
    const under = paint ? paint[i] * (seen.sky[pixel * 3 + i] * 0.82 + seen.sun[pixel] * 0.62) : 0;
    return tone(spec + under);
  });
}

/** Fine scratches of the brushing. */
function streaks(seen, pixel, x, y, z) {
  const { thing } = seen.slots[seen.slot[pixel]];
  const across =
    thing.grain === 'turned'
      ? sqrt(x * x + y * y) + z * 0.7
      : thing.grain === 'upright'
        ? x + z * 0.7
        : y + z * 0.7;
  const fine = across * 70;
  const i = floor(fine);
  return noise(i) * (1 - fine + i) + noise(i + 1) * (fine - i);
}
