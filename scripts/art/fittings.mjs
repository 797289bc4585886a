/** Hooks, catches, locks, shelf hardware, legs and fasteners. */

import { DECORATIVE } from './finishes.mjs';
import {
  abs,
  atan2,
  ball,
  bar,
  blend,
  box,
  carve,
  clamp,
  cone,
  cos,
  cylinder,
  ellipsoid,
  hypot,
  length,
  max,
  meet,
  min,
  PI,
  plate,
  prism,
  round,
  screwHead,
  sin,
  smooth,
  stadium,
  torus,
  upright,
} from './solids.mjs';

/** A tube bent in the plane x = 0 about (`cy`, `cz`), between two angles [degrees] from straight down, outwards. */
function bent(cy, cz, radius, from, to, thick) {
  const [a, b] = [(from * PI) / 180, (to * PI) / 180];
  return (x, y, z) => {
    const angle = clamp(atan2(z - cz, cy - y), a, b);
    return length(x, y - cy + radius * cos(angle), z - cz - radius * sin(angle)) - thick;
  };
}

const upperHook = bent(1.3, 0.3, 1.22, -14, 64, 0.125);
const lowerHook = bent(-0.32, 0.62, 0.56, -95, 100, 0.125);

function coatHook(x, y, z) {
  const back = blend(
    box(x, y - 0.35, z - 0.05, 0.3, 0.85, 0.06, 0.05),
    stadium(y - 0.35, x, z - 0.05, 0.62, 0.36, 0.05, 0.03),
    0.05,
  );
  const tips = min(ball(x, y - 0.79, z - 1.42, 0.21), ball(x, y + 0.2, z - 1.17, 0.19));
  const screws = screwHead(x, abs(y - 0.35) - 0.66, z - 0.11, 0.14);
  return min(
    blend(blend(back, blend(upperHook(x, y, z), lowerHook(x, y, z), 0.12), 0.12), tips, 0.06),
    screws,
  );
}

/** A spoon pin: one lies, one stands. */
function shelfPin(x, y, z) {
  const pin = blend(
    bar(x + 0.55, y, z - 0.34, 0.25, 0.55, 0.06),
    bar(x, y, z - 0.34, 0.36, 0.05, 0.03),
    0.03,
  );
  const spoon = box(x - 0.62, y - 0.2, z - 0.34, 0.6, 0.06, 0.4, 0.05);
  const rib = meet(
    box(x - 0.42, y + 0.06, z - 0.34, 0.42, 0.26, 0.07, 0.03),
    x * 0.55 - y - 0.42 - 0.26,
    0.03,
  );
  return min(pin, blend(spoon, min(rib, bar(x - 0.1, y, z - 0.34, 0.27, 0.12, 0.03)), 0.06));
}

const MAGNET = [
  {
    distance: (x, y, z) => {
      const body = box(x, y - 0.25, z - 0.34, 1.05, 0.42, 0.36, 0.08);
      const ears = blend(body, box(x, y - 0.52, z - 0.06, 1.75, 0.2, 0.07, 0.04), 0.06);
      return carve(ears, plate(abs(x) - 1.4, y - 0.52, 0.16, 0.08, 0.08), 0.02);
    },
  },
  { distance: (x, y, z) => box(x, y + 0.2, abs(z - 0.36) - 0.17, 0.9, 0.09, 0.06, 0.015), material: 'steel' },
  {
    distance: (x, y, z) => {
      const strike = box(x, y + 1.05, z - 0.05, 0.95, 0.34, 0.06, 0.05);
      return min(max(strike, -(hypot(x, y + 1.05) - 0.14)), screwHead(x, y + 1.05, z - 0.07, 0.2));
    },
    material: 'steel',
  },
];

/** Cylinder lock: a face with a keyway, a threaded barrel, a cam; its key beside it. */
const LOCK = [
  {
    distance: (x, y, z) => {
      const face = blend(
        cylinder(x, y, z - 1.5, 0.58, 0.07, 0.05),
        meet(ball(x, y, z - 0.55, 1.14), hypot(x, y) - 0.44, 0.04),
        0.02,
      );
      const turn = atan2(y, x) / (2 * PI);
      const pitch = abs(((((z * 9 + turn) % 1) + 1) % 1) - 0.5) * 0.07;
      const barrel = max(cylinder(x, y, z - 0.78, 0.4 - pitch, 0.72, 0.02), abs(y) - 0.33);
      const way = min(
        box(x, y, z - 1.7, 0.035, 0.17, 0.14, 0.005),
        cylinder(x, y - 0.02, z - 1.7, 0.075, 0.12, 0.005),
      );
      return max(min(face, barrel), -way);
    },
  },
  {
    distance: (x, y, z) => {
      const nut = max(prism(x, y, z - 0.62, 6, 0.56, 0.12, 0.03), 0.37 - hypot(x, y));
      const cam = blend(
        cylinder(x, y, z - 0.03, 0.36, 0.05, 0.02),
        box(x - 0.62, y, z - 0.03, 0.75, 0.24, 0.05, 0.04),
        0.05,
      );
      return min(nut, cam);
    },
    material: 'zinc',
  },
  {
    distance: (x, y, z) => {
      const [u, v] = [x + 1.5, y + 0.35];
      const bow = max(cylinder(u, v - 0.75, z - 0.07, 0.42, 0.05, 0.03), 0.14 - hypot(u, v - 0.95));
      const blade = box(u, v + 0.25, z - 0.07, 0.11, 0.72, 0.035, 0.02);
      const teeth = hypot(u - 0.16, v + 0.25 + 0.2 * round(clamp((-0.25 - v) / 0.2, -2, 3))) - 0.075;
      return min(bow, max(blade, -teeth));
    },
    material: 'steel',
  },
];

/** An angle with two holes in each leg and a gusset. */
function bracket(x, y, z) {
  const [u, v] = [x + 1.05, y + 1.05];
  const upper = box(u, v - 1.05, z - 0.42, 0.075, 1.15, 0.42, 0.05);
  const lower = box(u - 1.05, v, z - 0.42, 1.15, 0.075, 0.42, 0.05);
  const gusset = max(meet(u + v - 1.05, -min(u, v), 0.02) * 0.7, abs(z - 0.42) - 0.05);
  const angle = blend(blend(upper, lower, 0.16), gusset, 0.08);
  const holes = min(
    hypot(z - 0.42, v - 1.85) + (abs(u) > 0.3 ? 1 : 0),
    hypot(z - 0.42, v - 1.2) + (abs(u) > 0.3 ? 1 : 0),
    hypot(z - 0.42, u - 1.85) + (abs(v) > 0.3 ? 1 : 0),
    hypot(z - 0.42, u - 1.2) + (abs(v) > 0.3 ? 1 : 0),
  );
  return carve(angle, holes - 0.13, 0.04);
}

/** A turned, tapering leg with its plate; it stands on y. */
function leg(x, y, z) {
  const at = clamp((y + 2) / 4);
  const d = hypot(x, z - 0.85);
  const taper = plate(d, y + 0.1, 0.27 + 0.25 * at, 1.95, 0.05) * 0.97;
  const collar = min(plate(d, y - 1.62, 0.6, 0.05, 0.04), plate(d, y - 1.42, 0.54, 0.03, 0.03));
  return blend(taper, collar, 0.05);
}
const LEG = [
  { distance: leg },
  {
    distance: (x, y, z) => {
      const top = box(x, y - 1.93, z - 0.85, 0.85, 0.045, 0.85, 0.05);
      return max(top, 0.1 - hypot(abs(x) - 0.62, abs(z - 0.85) - 0.62));
    },
    material: 'zinc',
  },
  { distance: (x, y, z) => upright(x, y + 2.12, z - 0.85, 0.24, 0.08, 0.04), material: 'black-plastic' },
];

/** A flat-head wood screw along x, point to the left. */
function screw(x, y, z) {
  const d = hypot(y, z);
  const shank = smooth(0.35, 0.55, x);
  const point = smooth(-1.75, -1.15, x);
  const turn = atan2(z, y) / (2 * PI);
  const tooth = abs(((((x * 5.2 + turn) % 1) + 1) % 1) - 0.5) * 2;
  const radius = (0.115 + 0.075 * max(0, 1 - tooth * 2.1) * (1 - shank) + 0.03 * shank) * point;
  const core = max(d - radius, x - 1.2, -1.64 - x) * 0.75;
  const head = plate(d, x - 1.26, 0.36, 0.14, 0.02);
  const slope = (d - 0.37 - (x - 1.4) * 0.95) * 0.72;
  const top = max(head, slope);
  const drive = min(box(x - 1.4, y, z, 0.14, 0.2, 0.045, 0.01), box(x - 1.4, y, z, 0.14, 0.045, 0.2, 0.01));
  return min(core, max(top, -drive));
}

/** Three screws that lie as they fell. */
function screws(x, y, z) {
  const lying = (px, py, degrees) => {
    const [c, s] = [cos((degrees * PI) / 180), sin((degrees * PI) / 180)];
    const [u, v] = [x - px, y - py];
    const [a, b] = [u * c + v * s, v * c - u * s];
    if (abs(b) > 0.75) return abs(b) - 0.45;
    // The head lifts the screw a little.
    return screw(a + (z - 0.24) * 0.07, b, z - 0.24 - a * 0.07);
  };
  return min(lying(-0.1, 0.95, 12), lying(0.25, 0.02, 3), lying(-0.15, -0.95, 14));
}

const bumperAt = (x, y, z) => meet(ellipsoid(x, y, z, 0.46, 0.46, 0.33), -z + 0.01, 0.03);
const bumpers = (x, y, z) => {
  const [u, v] = [x - clamp(round(x / 1.25), -1, 1) * 1.25, y - clamp(round(y / 1.25), -1, 1) * 1.25];
  return bumperAt(u, v, z);
};

const fitting = (finishes, views, more) => ({
  family: 'fitting',
  finishes,
  views: { front: views },
  ...more,
});

export const FITTINGS = {
  'coat-hook': {
    ...fitting(DECORATIVE, { yaw: -42, pitch: 14, fill: 0.8 }, { distance: coatHook, grain: 'upright' }),
    family: 'hook',
    views: { front: { yaw: -42, pitch: 14, fill: 0.8 }, side: { yaw: -84, pitch: 6, fill: 0.8 } },
  },
  'shelf-pin': fitting(
    ['nickel-plated', 'zinc', 'matte-black', 'satin-brass'],
    { yaw: -30, pitch: 26 },
    { distance: shelfPin, pose: { turn: 12 } },
  ),
  'magnetic-catch': fitting(
    ['white', 'matte-black', 'zinc'],
    { yaw: -26, pitch: 20, fill: 0.78 },
    { parts: MAGNET },
  ),
  'cam-lock': fitting(
    ['nickel-plated', 'polished-chrome', 'matte-black', 'antique-brass', 'polished-brass'],
    { yaw: -40, pitch: 20, fill: 0.8 },
    { parts: LOCK },
  ),
  'corner-bracket': fitting(
    ['zinc', 'white', 'matte-black', 'satin-brass'],
    { yaw: -30, pitch: 22 },
    { distance: bracket },
  ),
  'furniture-leg': fitting(
    ['satin-nickel', 'polished-chrome', 'matte-black', 'satin-brass', 'white', 'walnut', 'natural-oak'],
    { yaw: -24, pitch: -12, fill: 0.84 },
    { parts: LEG, grain: 'upright', pose: { turn: 10 } },
  ),
  'wood-screw': fitting(
    ['zinc', 'matte-black', 'polished-brass', 'nickel-plated'],
    { yaw: 34, pitch: 24, fill: 0.8 },
    { distance: screws, step: 0.7 },
  ),
  bumper: fitting(
    ['clear'],
    { yaw: -24, pitch: 34, fill: 0.8 },
    { parts: [{ distance: bumpers, glass: true }] },
  ),
};
export { carve, cone, length, torus };
