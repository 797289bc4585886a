/** Hinges and drawer slides. */
import {
  abs,
  ball,
  bar,
  blend,
  box,
  carve,
  clamp,
  cos,
  cross,
  cylinder,
  hypot,
  length,
  max,
  meet,
  min,
  plate,
  round,
  screwHead,
  sin,
  stadium,
  torus,
  tube,
  upright,
} from './solids.mjs';

/** European concealed hinge: a cup that is let into the door, on ears; an arm; a plate on the cabinet's side. */
function cup(x, y, z) {
  const flange = stadium(y, x, z - 0.42, 0.6, 0.36, 0.05, 0.03);
  const rim = cylinder(x, y, z - 0.42, 0.74, 0.06, 0.03);
  const body = cylinder(x, y, z - 0.2, 0.68, 0.24, 0.05);
  const hollow = box(x + 0.02, y, z - 0.55, 0.5, 0.42, 0.32, 0.12);
  return carve(min(blend(flange, rim, 0.06), body), hollow, 0.03);
}

function concealed(x, y, z) {
  const [cx, ear] = [x + 1.15, abs(y) - 0.78];
  const screws = screwHead(cx, ear, z - 0.46, 0.15);
  const links = min(
    box(cx - 0.36, abs(y) - 0.2, z - 0.56, 0.32, 0.035, 0.2, 0.02),
    bar(y, cx - 0.15, z - 0.62, 0.06, 0.34, 0.02),
  );
  const arm = max(
    box(x - 0.55, y, z - 0.72, 1.22, 0.36, 0.25, 0.1),
    -box(x - 0.5, y, z - 0.52, 1.4, 0.3, 0.3, 0.03),
    -stadium(x - 1.35, y, z - 1, 0.12, 0.1, 0.3, 0.01),
  );
  const base = blend(
    box(x - 0.95, y, z - 0.16, 0.62, 0.28, 0.17, 0.05),
    stadium(y, x - 0.95, z - 0.06, 0.78, 0.26, 0.07, 0.03),
    0.06,
  );
  const baseScrews = screwHead(x - 0.95, abs(y) - 0.8, z - 0.14, 0.16);
  const adjust = screwHead(x - 0.35, y, z - 0.97, 0.14);
  const lock = screwHead(x - 0.95, y, z - 0.97, 0.17);
  return min(cup(cx, y, z), screws, links, arm, base, baseScrews, adjust, lock);
}

/** The damper that closes softly. */
const damper = (x, y, z) => box(x - 0.2, y, z - 0.62, 0.32, 0.2, 0.17, 0.05);

/** One-piece hinge for face frames: a short arm that wraps around the frame's edge. */
function faceFrame(x, y, z) {
  const cx = x + 0.75;
  const screws = screwHead(cx, abs(y) - 0.78, z - 0.46, 0.15);
  const wrap = blend(
    box(x - 0.62, y, z - 0.62, 0.72, 0.44, 0.06, 0.04),
    box(x - 1.26, y, z - 0.36, 0.06, 0.62, 0.3, 0.04),
    0.1,
  );
  const ear = box(x - 1.26, y, z - 0.32, 0.05, 0.86, 0.28, 0.05);
  const slots = min(
    stadium(z - 0.34, abs(y) - 0.62, x - 1.26, 0.07, 0.08, 0.2, 0.01),
    stadium(x - 0.75, y, z - 0.62, 0.16, 0.09, 0.2, 0.01),
  );
  const links = box(x + 0.25, abs(y) - 0.24, z - 0.54, 0.3, 0.04, 0.18, 0.02);
  const adjust = screwHead(x - 0.2, y, z - 0.68, 0.17);
  return min(cup(cx, y, z), screws, max(min(wrap, ear), -slots), links, adjust);
}

/** Two leaves and the knuckles between them; `open` in radians is how far the right leaf has come forward. */
function butt(open) {
  const [c, s] = [cos(open), sin(open)];
  const leaf = (x, y, z) => {
    const slab = box(x - 0.72, y, z, 0.7, 1.25, 0.055, 0.03);
    const second = hypot(x - 0.62, y);
    const third = hypot(x - 1.05, abs(y) - 0.85);
    const hole = min(second, third) - 0.13;
    const sink = (hole + 0.13 - 0.1 - (z + 0.06) * 0.9) * 0.74;
    return max(slab, -hole + 0.03, -sink);
  };
  return (x, y, z) => {
    const [v, w] = [x * c + (z - 0.2) * s, (z - 0.2) * c - x * s];
    const knuckle = upright(x, y, z - 0.2, 0.2, 1.25, 0.02);
    const gap = abs((abs(y) % 0.5) - 0.25) - 0.008;
    const d = hypot(x, z - 0.2);
    const grooves = max(gap, 0.16 - d, d - 0.24);
    const finial = min(
      ball(x, abs(y) - 1.36, z - 0.2, 0.15),
      upright(x, abs(y) - 1.27, z - 0.2, 0.17, 0.04, 0.02),
    );
    const left = leaf(-x, y, z - 0.06);
    const right = leaf(v, y, w + 0.14);
    return min(max(blend(min(left, right), knuckle, 0.05), -grooves), finial);
  };
}

/** One member of a slide: a channel whose edges curl over the balls. `from` and `to` on the x axis. */
function member(x, y, z, from, to, half, floor, deep) {
  const [mid, reach] = [(from + to) / 2, (to - from) / 2];
  const web = box(x - mid, y, z - floor, reach, half, 0.035, 0.02);
  const flange = box(x - mid, abs(y) - half + 0.04, z - floor - deep / 2, reach, 0.045, deep / 2, 0.03);
  const curl = box(x - mid, abs(y) - half + 0.09, z - floor - deep + 0.02, reach, 0.09, 0.035, 0.03);
  return blend(blend(web, flange, 0.06), curl, 0.05);
}
const hole = (x, y, at, radius = 0.11) => hypot(x - at, y) - radius;
const slot = (x, y, at, along, across) => plate(x - at, y, along, across, min(along, across));

/** Ball-bearing slide of three members, `drawn` out so far. */
function slide(drawn) {
  const length = 5.2;
  const left = -length / 2 - drawn * 0.5;
  return {
    outer: (x, y, z) => {
      const cuts = min(
        hole(x, y, left + 0.35),
        slot(x, y, left + 0.85, 0.2, 0.09),
        hole(x, y, left + 1.5),
        slot(x, y, left + 2.1, 0.09, 0.2),
        hole(x, y, left + 3),
        slot(x, y, left + 4.7, 0.2, 0.09),
      );
      return carve(member(x, y, z, left, left + length, 0.72, 0.06, 0.5), cuts, 0.02);
    },
    middle: (x, y, z) => {
      const from = left + drawn * 0.5;
      const cuts = min(
        slot(x, y, from + 0.5, 0.22, 0.12),
        slot(x, y, from + length - 0.5, 0.3, 0.14),
        hole(x, y, from + length - 1.3, 0.13),
      );
      return carve(member(x, y, z, from, from + length, 0.53, 0.16, 0.34), cuts, 0.02);
    },
    inner: (x, y, z) => {
      const from = left + drawn;
      const cuts = min(
        hole(x, y, from + length - 0.4),
        slot(x, y, from + length - 0.95, 0.2, 0.09),
        hole(x, y, from + length - 1.6),
        slot(x, y, from + length - 2.3, 0.09, 0.2),
        slot(x, y, from + 0.9, 0.2, 0.09),
        hole(x, y, from + 1.8),
      );
      const tongue = box(x - from - length, y, z - 0.36, 0.1, 0.2, 0.04, 0.03);
      // The inner member faces the other way: its web is what the drawer is screwed to.
      const body = box(x - from - length / 2, y, z - 0.42, length / 2, 0.32, 0.04, 0.03);
      const edge = bar(x - from - length / 2, abs(y) - 0.32, z - 0.37, 0.075, length / 2, 0.03);
      return carve(min(blend(body, edge, 0.05), tongue), cuts, 0.02);
    },
    balls: (x, y, z) => {
      const [from, to] = [left + drawn * 0.62, left + drawn * 0.5 + length - 0.9];
      const one = x - clamp(round(x / 0.23) * 0.23, from, to);
      const other = x - clamp(round(x / 0.23) * 0.23, left + drawn + 0.4, left + drawn * 0.5 + length - 0.2);
      return min(
        length3(one, abs(y) - 0.615, z - 0.38, 0.075),
        length3(other, abs(y) - 0.44, z - 0.38, 0.065),
      );
    },
    lever: (x, y, z) => {
      const from = left + drawn + length * 0.52;
      const body = box(x - from, y - 0.02, z - 0.47, 0.55, 0.13, 0.05, 0.04);
      return min(
        body,
        tube(x - from, y, z, [0.4, 0, 0.5], [0.95, 0.12, 0.48], 0.06),
        box(x - left - drawn * 0.5 - length + 0.1, y, z - 0.3, 0.1, 0.36, 0.14, 0.05),
      );
    },
  };
}
const length3 = (x, y, z, radius) => length(x, y, z) - radius;

const sliding = drawn => {
  const { outer, middle, inner, balls, lever } = slide(drawn);
  return [
    { distance: outer },
    { distance: middle },
    { distance: inner },
    { distance: balls, material: 'steel' },
    { distance: lever, material: 'black-plastic' },
  ];
};

/** Runs under the drawer: a rail on the cabinet's side, a runner in it, a clip that holds the drawer. */
const undermount = drawn => [
  {
    distance: (x, y, z) => {
      const side = max(
        box(x, y - 0.06, z - 0.06, 3.4, 0.62, 0.05, 0.03),
        -slot(x, y - 0.35, -2.9, 0.2, 0.09),
        -slot(x, y - 0.35, 2.2, 0.2, 0.09),
        -hole(x, y - 0.35, -1.2),
        -hole(x, y - 0.35, 0.6),
      );
      const tray = blend(box(x, y + 0.52, z - 0.6, 3.4, 0.05, 0.58, 0.03), side, 0.12);
      return blend(tray, box(x, y + 0.36, z - 1.14, 3.4, 0.2, 0.05, 0.03), 0.08);
    },
  },
  {
    distance: (x, y, z) => {
      const at = x - drawn;
      const top = box(at, y + 0.08, z - 0.66, 3.3, 0.05, 0.44, 0.03);
      const walls = box(at, y + 0.24, abs(z - 0.66) - 0.4, 3.3, 0.2, 0.045, 0.03);
      const cuts = min(hypot(at + 2.9, z - 0.66), hypot(at - 0.4, z - 0.66), hypot(at + 1.2, z - 0.66)) - 0.1;
      const hook = tube(at, y, z, [-3.3, 0, 0.66], [-3.5, 0.16, 0.66], 0.07);
      return min(carve(blend(top, walls, 0.1), cuts, 0.02), hook);
    },
  },
  {
    distance: (x, y, z) => {
      const at = x - drawn;
      const clip = box(at - 2.85, y + 0.2, z - 1.02, 0.62, 0.24, 0.16, 0.06);
      const grip = blend(clip, box(at - 3.35, y + 0.3, z - 1.04, 0.24, 0.14, 0.22, 0.06), 0.08);
      return min(grip, box(at - 2.6, y - 0.02, z - 0.98, 0.3, 0.07, 0.12, 0.03));
    },
    material: 'orange-plastic',
  },
];

const DRAWN = { turn: 27 };
const steel = ['zinc'];

export const HINGES = {
  hinge: {
    family: 'hinge',
    finishes: ['zinc', 'nickel-plated'],
    pose: { turn: 10 },
    parts: [{ distance: concealed }, { distance: damper, material: 'grey-plastic' }],
    views: { front: { yaw: -28, pitch: 34, fill: 0.82 }, side: { yaw: 20, pitch: 8, fill: 0.82 } },
  },
  'face-frame-hinge': {
    family: 'hinge',
    finishes: ['zinc', 'nickel-plated'],
    parts: [{ distance: faceFrame }],
    views: { front: { yaw: -26, pitch: 34, fill: 0.78 }, side: { yaw: 38, pitch: 20, fill: 0.78 } },
  },
  'butt-hinge': {
    family: 'hinge',
    grain: 'upright',
    distance: butt(0),
    shown: { side: { grain: 'upright', distance: butt(1.25) } },
    views: { front: { yaw: -26, pitch: 18, fill: 0.78 }, side: { yaw: -30, pitch: 20, fill: 0.78 } },
  },
};

export const SLIDES = {
  slide: {
    family: 'slide',
    finishes: ['zinc', 'black-zinc'],
    pose: DRAWN,
    reach: 8,
    parts: sliding(2.9),
    shown: { side: { reach: 8, parts: sliding(0) } },
    views: { front: { yaw: -16, pitch: 22, fill: 0.88 }, side: { yaw: -16, pitch: 22, fill: 0.84 } },
  },
  'undermount-slide': {
    family: 'slide',
    finishes: steel,
    pose: { turn: 26 },
    reach: 7,
    parts: undermount(1.5),
    shown: { side: { reach: 7, parts: undermount(0.05) } },
    views: { front: { yaw: -24, pitch: 38, fill: 0.86 }, side: { yaw: -24, pitch: 38, fill: 0.84 } },
  },
};
export { cross, cylinder, meet, torus };
