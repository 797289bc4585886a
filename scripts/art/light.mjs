/** The light that a ray sent from a surface brings: of the room, the wall, or another surface as seen from there. */
import { FINISHES, grownAt } from './finishes.mjs';
import { abs, clamp, exp, length, max, min, sqrt } from './solids.mjs';
import { roomLight } from './studio.mjs';
import { met, normalAt, outward, partAt, trace } from './trace.mjs';

const FAR = 1e9;

/**
 * Adds the light of a ray to `light`: red, green, blue, and what comes by way of the thing's own finish. `level` says how
 * blurred the room is seen. The way to what it met.
 */
export function glance(things, [ox, oy, oz], [dx, dy, dz], level, light, reach = 6) {
  const wall = dz < -1e-4 ? -oz / dz : FAR;
  if (trace(things, ox, oy, oz, dx, dy, dz, min(reach, wall), 'solid')) {
    const { t, thing, x, y, z } = met;
    surface(thing, x, y, z, dx, dy, dz, light);
    return t;
  }
  const bright =
    wall < FAR ? wallLight(things, ox + dx * wall, oy + dy * wall) : near(level, ox, oy, oz, dx, dy, dz);
  for (let i = 0; i < 3; i++) light[i] += bright;
  return wall < FAR ? wall : FAR;
}

const ROOM = 5;

/** The room is not endless: even a flat mirror sees other parts of it from each of its points. */
function near(level, ox, oy, oz, dx, dy, dz) {
  const [x, y, z] = [ox + dx * ROOM, oy + dy * ROOM, oz + dz * ROOM];
  const l = length(x, y, z);
  return roomLight(level, x / l, y / l, z / l);
}

/** The wall is white where the lamps reach, but where something stands close to it. */
function wallLight(things, x, y) {
  let open = 1;
  for (const thing of things) {
    const { at, size, axes, bounds } = thing;
    const [px, py, pz] = [x - at[0], y - at[1], 0.22 - at[2]];
    const local = axes.map(axis => (px * axis[0] + py * axis[1] + pz * axis[2]) / size);
    if (local.some((part, i) => part < bounds.low[i] - 0.3 || part > bounds.high[i] + 0.3)) continue;
    open = min(open, clamp(((thing.solid ?? thing.distance)(...local) * size) / 0.22));
  }
  const far = x * x + y * y;
  return (0.3 + 0.7 * open) * (0.3 + 0.66 * exp(-far / 14));
}

function surface(thing, x, y, z, dx, dy, dz, light) {
  const part = partAt(thing, x, y, z);
  const [nx, ny, nz] = normalAt(thing, part.distance, x, y, z, 0.003);
  const f = 2 * (dx * nx + dy * ny + dz * nz);
  const [rx, ry, rz] = [dx - f * nx, dy - f * ny, dz - f * nz];
  const narrow = clamp(openAt(thing, x, y, z, nx, ny, nz) / 0.16);
  const bright = (rz < 0 ? 0.8 : roomLight(2, rx, ry, rz)) * (0.3 + 0.7 * narrow);
  const finish = FINISHES[part.material ?? thing.finish];
  if (!finish) {
    light[3] += bright;
    return;
  }
  const soft = roomLight(4, nx, ny, nz) * (0.4 + 0.6 * narrow);
  const base = finish.grown ? grownAt(finish, thing, x, y, z) : finish.base;
  for (let i = 0; i < 3; i++) light[i] += finish.mirror[i] * bright + (base ? base[i] * soft * 1.4 : 0);
}

/** The free way straight out of a surface, up to 0.16. */
function openAt(thing, x, y, z, nx, ny, nz) {
  const [i, j, k] = thing.axes;
  const u = nx * i[0] + ny * i[1] + nz * i[2];
  const v = nx * j[0] + ny * j[1] + nz * j[2];
  const w = nx * k[0] + ny * k[1] + nz * k[2];
  return (thing.solid ?? thing.distance)(x + u * 0.16, y + v * 0.16, z + w * 0.16);
}

const GLASS = 1.5;

/** Light of a pixel of glass: what it mirrors and, bent twice or more, what stands behind it. */
export function through(things, thing, [x, y, z], ray, normal, off, light) {
  const square = -(ray[0] * normal[0] + ray[1] * normal[1] + ray[2] * normal[2]);
  const mirrored = 0.04 + 0.96 * (1 - clamp(square)) ** 5;
  const reflection = [0, 0, 0, 0];
  glance(
    things,
    off,
    ray.map((part, i) => part + 2 * square * normal[i]),
    0,
    reflection,
  );
  const behind = [0, 0, 0, 0];
  inside(things, thing, [x, y, z], inward(thing, bend(ray, normal, 1 / GLASS)), behind);
  for (let i = 0; i < 4; i++) light[i] = mirrored * reflection[i] + (1 - mirrored) * behind[i] * 0.97;
}

const inward = ({ axes: [i, j, k] }, [x, y, z]) => [
  x * i[0] + y * i[1] + z * i[2],
  x * j[0] + y * j[1] + z * j[2],
  x * k[0] + y * k[1] + z * k[2],
];

/** A ray bent by a surface; null if it cannot leave. */
function bend([dx, dy, dz], [nx, ny, nz], ratio) {
  const c = -(dx * nx + dy * ny + dz * nz);
  const k = 1 - ratio * ratio * (1 - c * c);
  if (k < 0) return null;
  const s = ratio * c - sqrt(k);
  return [ratio * dx + s * nx, ratio * dy + s * ny, ratio * dz + s * nz];
}

/** Follows a ray (in the thing's own space) within the glass until it leaves it or meets metal. */
function inside(things, thing, from, along, light) {
  let [at, d] = [from, along];
  for (let bounce = 0; bounce < 5; bounce++) {
    let t = 0.012;
    let hit = null;
    for (let step = 0; step < 70 && hit === null; step++) {
      const p = at.map((part, i) => part + d[i] * t);
      const metal = thing.solid ? thing.solid(...p) : FAR;
      const glass = -thing.glass(...p);
      if (metal < 0.002) hit = 'metal';
      else if (glass < 0.0008) hit = 'glass';
      t += max(min(metal, abs(glass)) * thing.step, 0.002);
    }
    at = at.map((part, i) => part + d[i] * t);
    if (hit === 'metal') return surface(thing, ...at, ...outward(thing, ...d), light);
    const n = inward(thing, normalAt(thing, thing.glass, ...at, 0.003));
    const out = bend(
      d,
      n.map(part => -part),
      GLASS,
    );
    if (out) {
      const off = at.map((part, i) => (part + n[i] * 0.01) * thing.size);
      const [i, j, k] = thing.axes;
      const room = thing.at.map((part, c) => part + off[0] * i[c] + off[1] * j[c] + off[2] * k[c]);
      glance(things, room, outward(thing, ...out), 1, light);
      return;
    }
    const f = 2 * (d[0] * n[0] + d[1] * n[1] + d[2] * n[2]);
    d = d.map((part, i) => part - f * n[i]);
  }
  for (let i = 0; i < 3; i++) light[i] += 0.7;
}
