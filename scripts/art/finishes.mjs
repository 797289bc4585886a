/**
 * Materials of things. `mirror`: colour of what it throws back straight on; `blur`: how it mirrors; `base`: paint under
 * the gloss; `grain`: how much the brushing shows; `wear`: metal that shines through at edges; `patina`: how dark its
 * hollows are; `grown`: colour that changes from place to place.
 */
import { clamp, noise, smooth } from './solids.mjs';

export const FINISHES = {
  'satin-nickel': { mirror: [0.66, 0.61, 0.535], blur: 'satin', grain: 0.07 },
  'polished-nickel': { mirror: [0.8, 0.735, 0.64], blur: 'polished' },
  'polished-chrome': { mirror: [0.74, 0.785, 0.83], blur: 'polished', deep: 1.25 },
  'satin-brass': { mirror: [0.83, 0.62, 0.29], blur: 'satin', grain: 0.07 },
  'polished-brass': { mirror: [0.98, 0.72, 0.22], blur: 'polished' },
  'antique-brass': { mirror: [0.4, 0.265, 0.1], blur: 'satin', patina: 0.9, wear: [0.3, 0.2, 0.08] },
  'champagne-bronze': { mirror: [0.8, 0.625, 0.455], blur: 'satin', grain: 0.05 },
  'oil-rubbed-bronze': {
    mirror: [0.043, 0.028, 0.021],
    blur: 'satin',
    base: [0.011, 0.007, 0.005],
    wear: [0.26, 0.12, 0.05],
  },
  'antique-pewter': { mirror: [0.3, 0.29, 0.275], blur: 'matte', patina: 0.85, wear: [0.26, 0.25, 0.24] },
  graphite: { mirror: [0.09, 0.094, 0.102], blur: 'satin', grain: 0.04 },
  'matte-black': { mirror: [0.034, 0.034, 0.035], blur: 'matte', base: [0.008, 0.008, 0.0085] },
  white: { mirror: [0.045, 0.045, 0.045], blur: 'polished', base: [0.6, 0.6, 0.59] },
  zinc: { mirror: [0.6, 0.625, 0.65], blur: 'satin', grain: 0.02 },
  'nickel-plated': { mirror: [0.74, 0.71, 0.66], blur: 'polished' },
  'black-zinc': { mirror: [0.1, 0.1, 0.105], blur: 'satin', base: [0.006, 0.006, 0.006] },
  clear: { mirror: [0.9, 0.9, 0.9], blur: 'polished' },
  walnut: {
    mirror: [0.035, 0.035, 0.035],
    blur: 'matte',
    base: [0.2, 0.1, 0.05],
    grown: wood([0.26, 0.125, 0.06], [0.13, 0.058, 0.026]),
  },
  'natural-oak': {
    mirror: [0.035, 0.035, 0.035],
    blur: 'matte',
    base: [0.55, 0.36, 0.19],
    grown: wood([0.62, 0.42, 0.235], [0.47, 0.285, 0.14]),
  },
  // Not for sale: parts and furniture.
  'black-plastic': { mirror: [0.04, 0.04, 0.04], blur: 'matte', base: [0.02, 0.02, 0.021] },
  'grey-plastic': { mirror: [0.04, 0.04, 0.04], blur: 'matte', base: [0.3, 0.31, 0.32] },
  'orange-plastic': { mirror: [0.04, 0.04, 0.04], blur: 'matte', base: [0.75, 0.2, 0.03] },
  'white-plastic': { mirror: [0.04, 0.04, 0.04], blur: 'matte', base: [0.78, 0.78, 0.77] },
  steel: { mirror: [0.6, 0.62, 0.64], blur: 'polished' },
  'green-paint': { mirror: [0.03, 0.03, 0.03], blur: 'matte', base: [0.03, 0.088, 0.072] },
  'navy-paint': { mirror: [0.03, 0.03, 0.03], blur: 'matte', base: [0.035, 0.06, 0.115] },
  'white-paint': { mirror: [0.03, 0.03, 0.03], blur: 'matte', base: [0.66, 0.655, 0.64] },
  'sage-paint': { mirror: [0.03, 0.03, 0.03], blur: 'matte', base: [0.34, 0.4, 0.33] },
  'grey-paint': { mirror: [0.03, 0.03, 0.03], blur: 'matte', base: [0.55, 0.55, 0.53] },
};

/** Finishes that knobs, pulls and what goes with them come in. */
export const DECORATIVE = [
  'satin-nickel',
  'polished-nickel',
  'polished-chrome',
  'matte-black',
  'graphite',
  'antique-pewter',
  'oil-rubbed-bronze',
  'satin-brass',
  'polished-brass',
  'antique-brass',
  'champagne-bronze',
  'white',
];

/** Smooth noise of two numbers. */
function cloud(x, y) {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [s, t] = [smooth(0, 1, x - i), smooth(0, 1, y - j)];
  const at = (a, b) => noise(a * 1.7 + b * 57.3);
  return (
    (at(i, j) * (1 - s) + at(i + 1, j) * s) * (1 - t) + (at(i, j + 1) * (1 - s) + at(i + 1, j + 1) * s) * t
  );
}

/** Boards cut along x: wavering rings, fine pores. */
function wood(early, late) {
  return (x, y, z) => {
    const bend = cloud(x * 0.16 + 7, y * 0.8) * 1.1 + cloud(x * 0.5, y * 3) * 0.1;
    const ring = (y * 1.3 + z * 0.6 + bend) * 5.5;
    const at = ring - Math.floor(ring);
    const pore = cloud(x * 1.6, (y + z) * 52) * 0.3 + cloud(x * 0.8, (y + z) * 21) * 0.2;
    const dark = clamp(smooth(0, 0.85, at) * smooth(1, 0.88, at) * 0.5 + pore);
    return early.map((part, i) => part + (late[i] - part) * dark);
  };
}

/** The colour of a finish that grew, at a place of a thing; wood follows the way the thing is brushed. */
export const grownAt = ({ grown }, { grain }, x, y, z) =>
  grain === 'upright' ? grown(y, x, z) : grown(x, y, z);

/** The colour of a finish's swatch, as a middle light shows it. */
export const swatch = ({ mirror, base, blur }) =>
  `#${mirror
    .map((part, i) =>
      Math.min(1, part * (blur === 'polished' && !base ? 0.86 : 0.8) + (base?.[i] ?? 0) * 1.25),
    )
    .map(part =>
      Math.round(255 * part ** (1 / 2.2))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
