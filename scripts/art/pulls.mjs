/** Pulls: most bridge two posts along x. */
import {
  abs,
  atan2,
  ball,
  bar,
  blend,
  box,
  carve,
  cos,
  cylinder,
  ellipsoid,
  hypot,
  knurl,
  max,
  meet,
  min,
  PI,
  plate,
  sin,
  smooth,
  stadium,
  torus,
} from './solids.mjs';

function post(x, y, z, { radius = 0.15, foot = 0.24, height = 0.92 }) {
  return blend(
    cylinder(x, y, z - height / 2, radius, height / 2, 0.02),
    cylinder(x, y, z - 0.03, foot, 0.05, 0.025),
    0.06,
  );
}

const barPull = (x, y, z) =>
  min(bar(x, y, z - 0.98, 0.19, 2.1, 0.04), post(abs(x) - 1.5, y, z, { radius: 0.14, foot: 0.2 }));

function archPull(x, y, z) {
  const side = abs(x);
  const height = 0.98 - 0.86 * min(side / 1.75, 1.06) ** 4;
  const bow = (hypot(max(abs(z - height) - 0.02, 0), max(abs(y) - 0.15, 0)) - 0.1) * 0.5;
  return blend(max(bow, side - 1.76), box(side - 1.7, y, z - 0.06, 0.27, 0.29, 0.09, 0.07), 0.2);
}

/** Half a shell with a flange; open below. */
function cupPull(x, y, z) {
  const low = y + 0.46;
  const outside = ellipsoid(x, low, z, 1.5, 1.05, 0.98);
  const hollow = ellipsoid(x, low, z, 1.42, 0.97, 0.9);
  const shell = max(meet(outside, -low, 0.03), -hollow, -z);
  const lip = max(torus(x / 1.46, (z * 1.02) / 0.95, low, 0.99, 0.045), -z) * 0.9;
  const flange = max(
    stadium(x, y - 0.16, z - 0.03, 1.16, 0.58, 0.05, 0.03),
    -low,
    -ellipsoid(x, low, z, 1.42, 0.97, 2),
  );
  return blend(min(shell, lip), flange, 0.07) * 0.8;
}

/** One bent wire: straight, round corners, straight to the wall. */
function wirePull(x, y, z) {
  const side = abs(x);
  const bend = 0.3;
  const [a, b] = [side - 1.5 + bend, z - 1.08 + bend];
  const straight = min(abs(z - 1.08) + max(a, 0), abs(side - 1.5) + max(b, 0));
  const path = a > 0 && b > 0 ? abs(hypot(a, b) - bend) : straight;
  return max(hypot(path, y) - 0.13, -z);
}

const squareBarPull = (x, y, z) => {
  const post = box(abs(x) - 1.62, y, z - 0.45, 0.13, 0.16, 0.5, 0.02);
  return min(box(x, y, z - 0.94, 1.75, 0.16, 0.13, 0.025), post);
};

/** A ring that hangs from an eye on a round rosette. */
function ringPull(x, y, z) {
  const rosette = min(
    blend(
      cylinder(x, y - 0.55, z - 0.04, 0.52, 0.05, 0.03),
      cylinder(x, y - 0.55, z - 0.1, 0.36, 0.05, 0.03),
      0.03,
    ),
    torus(x, y - 0.55, z - 0.09, 0.44, 0.035),
  );
  const eye = blend(
    ball(x, y - 0.55, z - 0.28, 0.17),
    cylinder(x, y - 0.55, z - 0.15, 0.12, 0.15, 0.02),
    0.06,
  );
  const lean = 0.16;
  const [b, c] = [
    (y + 0.2) * cos(lean) - (z - 0.34) * sin(lean),
    (z - 0.34) * cos(lean) + (y + 0.2) * sin(lean),
  ];
  const thick = 0.085 + 0.045 * smooth(0, 1, -b / 0.8);
  return min(rosette, eye, torus(x, b, c, 0.74, thick) * 0.95);
}

/** A swinging handle between two posts, on small rosettes. */
function bailPull(x, y, z) {
  const side = abs(x);
  const rosette = blend(
    cylinder(side - 1.45, y, z - 0.03, 0.37, 0.05, 0.03),
    cylinder(side - 1.45, y, z - 0.1, 0.24, 0.06, 0.04),
    0.05,
  );
  const knuckle = blend(
    cylinder(side - 1.45, y, z - 0.25, 0.13, 0.22, 0.02),
    ball(side - 1.45, y, z - 0.45, 0.2),
    0.06,
  );
  const [b, c] = [y * 0.94 - (z - 0.45) * 0.34, (z - 0.45) * 0.94 + y * 0.34];
  const near = hypot(x / 1.42, b / 0.92) || 1e-6;
  const path = (near * (near - 1)) / hypot(x / 2.016, b / 0.846);
  const thick = 0.08 + 0.07 * smooth(0.9, 0, side);
  const grip = max(hypot(path, c) - thick, b - 0.02) * 0.85;
  const bead = torus(c, b + 0.8, side - 0.66, 0.09, 0.06);
  return min(blend(rosette, knuckle, 0.04), blend(grip, bead, 0.04));
}

/** Slips over the upper edge of a drawer front; a lip to get hold of. */
function tabPull(x, y, z) {
  const top = box(x, y - 0.34, z - 0.3, 1.3, 0.05, 0.72, 0.02);
  const lip = box(x, y - 0.1, z - 0.98, 1.3, 0.29, 0.045, 0.02);
  const back = box(x, y + 0.1, z - 0.04, 1.3, 0.48, 0.045, 0.02);
  const inner = blend(top, lip, 0.12);
  const hole = cylinder(abs(x) - 0.85, y + 0.28, z, 0.09, 1, 0.005);
  return carve(blend(inner, back, 0.1), hole, 0.03);
}

/** Let into the wood: a rim and a hollow for the fingers. */
function flushPull(x, y, z) {
  const rim = stadium(x, y, z - 0.03, 0.85, 0.66, 0.06, 0.03);
  const hollow = stadium(x, y, z - 0.14, 0.85, 0.48, 0.5, 0.12);
  const tray = max(
    stadium(x, y, z + 0.2, 0.85, 0.53, 0.25, 0.1),
    -stadium(x, y, z - 0.14, 0.85, 0.48, 0.49, 0.14),
  );
  const screw = max(
    cylinder(abs(x) - 1.02, y, z + 0.33, 0.12, 0.05, 0.03),
    -box(abs(x) - 1.02, y, z + 0.28, 0.1, 0.018, 0.03, 0.004),
  );
  return min(carve(rim, hollow, 0.04), tray, screw);
}

function knurledBarPull(x, y, z) {
  const side = abs(x);
  const band = smooth(1.72, 1.68, side) * smooth(0.08, 0.12, abs(side - 1.45) - 0.12);
  const rough = knurl((atan2(z - 0.98, y) * 14) / PI, x * 8.2) * 0.03 * band;
  const rod = bar(x, y, z - 0.98, 0.185 + rough, 2.05, 0.035);
  const cap = bar(side - 1.95, y, z - 0.98, 0.225, 0.1, 0.03);
  const collar = bar(side - 1.45, y, z - 0.98, 0.225, 0.17, 0.02);
  return min(blend(rod, min(cap, collar), 0.01), post(side - 1.45, y, z, { radius: 0.14, foot: 0.22 }));
}

/** Long, on two stout posts; ends with a collar. */
function appliancePull(x, y, z) {
  const side = abs(x);
  const rod = bar(x, y, z - 0.98, 0.17, 3.5, 0.05);
  const collar = min(
    bar(side - 3.3, y, z - 0.98, 0.2, 0.05, 0.02),
    bar(side - 2.62, y, z - 0.98, 0.2, 0.05, 0.02),
  );
  const leg = post(side - 2.95, y, z, { radius: 0.16, foot: 0.27 });
  const joint = bar(side - 2.95, y, z - 0.98, 0.215, 0.24, 0.04);
  return min(rod, collar, blend(leg, joint, 0.06));
}

/** Behind a pull, so that old holes are covered. */
function backplate(x, y, z) {
  const outer = plate(x, y, 2.1, 0.55, 0.12);
  const ends = hypot(abs(x) - 2.16, y) - 0.3;
  const outline = blend(outer, ends, 0.2);
  const [depth, slope] = [abs(z - 0.04) - 0.05, (outline + z * 0.6 + 0.02) * 0.82];
  const hole = hypot(abs(x) - 1.5, y) - 0.09;
  const step = max(plate(x, y, 1.95, 0.42, 0.1), abs(z - 0.1) - 0.03);
  return carve(blend(meet(max(outline, depth), slope, 0.02), step, 0.02), hole, 0.02);
}

const FRONT = { yaw: -30, pitch: 26, fill: 0.84 };
/** Long things lie across the picture. */
const ACROSS = { turn: 16 };
const SIDE = { yaw: -68, pitch: 14 };
const pull = (distance, more = {}) => ({
  family: 'pull',
  views: { front: FRONT, side: SIDE },
  distance,
  ...more,
});
const BELOW = { yaw: -26, pitch: -34, fill: 0.8 };

export const PULLS = {
  'bar-pull': pull(barPull, { pose: ACROSS }),
  'arch-pull': pull(archPull, { pose: ACROSS }),
  'cup-pull': pull(cupPull, { views: { front: { yaw: -24, pitch: 16, fill: 0.8 }, side: BELOW } }),
  'wire-pull': pull(wirePull, { pose: ACROSS }),
  'square-bar-pull': pull(squareBarPull, { pose: ACROSS }),
  'ring-pull': pull(ringPull, { views: { front: { yaw: -30, pitch: 12, fill: 0.76 }, side: SIDE } }),
  'bail-pull': pull(bailPull, { views: { front: { yaw: -26, pitch: 16, fill: 0.82 }, side: SIDE } }),
  'tab-pull': pull(tabPull, {
    views: { front: { yaw: -32, pitch: 24, fill: 0.78 }, side: { yaw: -62, pitch: -16 } },
  }),
  'flush-pull': pull(flushPull, {
    pose: { at: [0, 0, 0.46] },
    views: { front: { yaw: -24, pitch: 20, fill: 0.78 } },
  }),
  'knurled-bar-pull': pull(knurledBarPull, { pose: ACROSS, step: 0.75 }),
  'appliance-pull': pull(appliancePull, {
    pose: { turn: 32 },
    views: { front: { yaw: -30, pitch: 20, fill: 0.86 }, side: { ...SIDE, fill: 0.82 } },
  }),
  backplate: pull(backplate, { pose: ACROSS, views: { front: FRONT } }),
};
