/** Knobs: a foot on the wall, a neck, a head. Most are turned, so they are drawn as a profile of radius and height. */
import {
  abs,
  atan2,
  ball,
  bar,
  blend,
  box,
  carve,
  cone,
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
  round,
  smooth,
  torus,
} from './solids.mjs';

/** Foot, and a neck that widens where it meets foot and head. */
function stem(x, y, z, { foot = 0.36, neck = 0.2, top = 0.6, flare = 0.16 }) {
  const d = hypot(x, y);
  return blend(plate(d, z - 0.04, foot, 0.06, 0.03), plate(d, z - top / 2, neck, top / 2, 0.02), flare);
}

function mushroom(x, y, z) {
  const d = hypot(x, y);
  const cap = meet(hypot(d, z + 0.32) - 1.3, plate(d, z - 0.8, 0.67, 0.3, 0.05), 0.07);
  return blend(
    stem(x, y, z, { foot: 0.4, neck: 0.2, top: 0.66, flare: 0.2 }),
    meet(cap, 0.66 - z, 0.06),
    0.14,
  );
}

function ringed(x, y, z) {
  const d = hypot(x, y);
  const head = plate(d, z - 0.8, 0.66, 0.12, 0.05);
  const bead = hypot(d - 0.53, z - 0.92) - 0.07;
  const inner = hypot(d - 0.3, z - 0.92) - 0.045;
  const middle = meet(hypot(d, z - 0.55) - 0.42, d - 0.16, 0.03);
  const rings = min(blend(head, bead, 0.03), blend(head, inner, 0.03), blend(head, middle, 0.03));
  return blend(stem(x, y, z, { foot: 0.4, neck: 0.2, top: 0.75 }), rings, 0.1);
}

function square(x, y, z) {
  const foot = box(x, y, z - 0.05, 0.33, 0.33, 0.06, 0.03);
  const neck = box(x, y, z - 0.35, 0.19, 0.19, 0.4, 0.04);
  const head = box(x, y, z - 0.82, 0.6, 0.6, 0.15, 0.045);
  return min(blend(foot, neck, 0.12), blend(neck, head, 0.08), head);
}

function balled(x, y, z) {
  const collar = torus(x, y, z - 0.52, 0.22, 0.055);
  return blend(
    min(stem(x, y, z, { foot: 0.38, neck: 0.19, top: 0.7 }), collar),
    ball(x, y, z - 1, 0.56),
    0.07,
  );
}

function oval(x, y, z) {
  const head = ellipsoid(x, y, z - 0.84, 0.86, 0.56, 0.34);
  const rim = hypot(hypot(x / 1.5, y) - 0.2, z - 0.5) - 0.05;
  return blend(min(stem(x, y, z, { foot: 0.38, neck: 0.19, top: 0.7 }), rim), head, 0.12);
}

function tee(x, y, z) {
  const neck = blend(
    cylinder(x, y, z - 0.05, 0.33, 0.06, 0.03),
    cylinder(x, y, z - 0.45, 0.16, 0.5, 0.02),
    0.06,
  );
  return blend(neck, bar(x, y, z - 0.92, 0.22, 1.02, 0.045), 0.05);
}

function conic(x, y, z) {
  const body = cone(x, y, z - 0.5, 0.26, 0.62, 0.5, 0.045);
  const dish = carve(body, ball(x, y, z - 2.75, 1.8), 0.04);
  return blend(dish, cylinder(x, y, z - 0.03, 0.34, 0.05, 0.025), 0.05);
}

function knurled(x, y, z) {
  const d = hypot(x, y);
  const band = smooth(0.19, 0.15, abs(z - 0.72));
  const rough = knurl((atan2(y, x) * 36) / PI, (z - 0.72) * 10.5) * 0.034 * band;
  const head = plate(d, z - 0.72, 0.6 + rough, 0.26, 0.05);
  const face = carve(head, plate(d, z - 1, 0.47, 0.04, 0.02), 0.03);
  const groove = min(plate(d - 0.64, z - 0.5, 0.05, 0.02, 0.01), plate(d - 0.64, z - 0.94, 0.05, 0.02, 0.01));
  return blend(max(face, -groove), stem(x, y, z, { foot: 0.38, neck: 0.22, top: 0.5, flare: 0.1 }), 0.06);
}

/** A cut stone of `n` sides: a table, facets that slope from it, and others below. */
function cut(x, y, z, n, wide) {
  const part = (2 * PI) / n;
  const angle = atan2(y, x);
  const turn = angle - round(angle / part) * part;
  const shift = angle + part / 2;
  const half = shift - round(shift / part) * part;
  const d = hypot(x, y);
  const [a, b] = [d * cos(turn), d * cos(half)];
  const crown = a * 0.62 + z * 0.785 - 0.85 * wide;
  const star = b * 0.42 + z * 0.907 - 0.66 * wide;
  const pavilion = a * 0.68 - z * 0.733 - 0.79 * wide;
  return meet(max(crown, star, pavilion), max(a - wide, z - 0.455 * wide, -z - 0.455 * wide), 0.015);
}

const faceted = (x, y, z) =>
  blend(stem(x, y, z, { foot: 0.38, neck: 0.19, top: 0.66 }), cut(x, y, z - 0.82, 8, 0.66), 0.05);

const glassHead = (x, y, z) => cut(x, y, z - 0.86, 12, 0.66);

function glassFoot(x, y, z) {
  const collar = cone(x, y, z - 0.48, 0.2, 0.3, 0.1, 0.03);
  return blend(stem(x, y, z, { foot: 0.42, neck: 0.19, top: 0.5, flare: 0.18 }), collar, 0.05);
}

/** From where knobs show head and neck alike. */
const FRONT = { yaw: -34, pitch: 20 };
const SIDE = { yaw: -68, pitch: 10 };
const knob = (distance, more = {}) => ({
  family: 'knob',
  grain: 'turned',
  views: { front: FRONT, side: SIDE },
  distance,
  ...more,
});

export const KNOBS = {
  'mushroom-knob': knob(mushroom),
  'ring-knob': knob(ringed),
  'square-knob': knob(square, { grain: 'along' }),
  'ball-knob': knob(balled),
  'oval-knob': knob(oval, { grain: 'along' }),
  't-knob': knob(tee, { grain: 'along' }),
  'faceted-knob': knob(faceted, { grain: 'along' }),
  'cone-knob': knob(conic),
  'glass-knob': knob(null, { parts: [{ distance: glassFoot }, { distance: glassHead, glass: true }] }),
  'knurled-knob': knob(knurled, { step: 0.7 }),
};
