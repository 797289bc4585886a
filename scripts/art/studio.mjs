/** The photographer's room: grey light in every direction, kept in maps that are blurred as much as a surface is rough. */
import { abs, atan2, clamp, exp, length, max, smooth, sqrt } from './solids.mjs';

const panel = (u, v, cu, cv, hu, hv, soft) =>
  smooth(hu + soft, hu - soft, abs(u - cu)) * smooth(hv + soft, hv - soft, abs(v - cv));

/** A white sweep, a large light at the upper left, a strip at the right, dark flags that draw the edges of polished metal. */
function room(x, y, z) {
  const u = atan2(x, max(z, 0.05));
  const v = Math.asin(clamp(y, -1, 1));
  let light = 0.36 + 0.3 * smooth(-0.9, 0.9, y);
  light *= 1 - 0.72 * exp(-(((v + 0.1) / 0.17) ** 2));
  light *= 1 - 0.6 * panel(u, v, 0.42, 0.5, 0.1, 0.7, 0.1);
  light += 1.85 * panel(u, v, -0.72, 0.7, 0.5, 0.36, 0.07);
  light += 1.0 * panel(u, v, 1.05, 0.35, 0.2, 0.75, 0.07);
  light += 0.75 * smooth(0.75, 0, sqrt((u - 0.7) ** 2 + (v + 0.5) ** 2));
  return max(z < 0 ? light * (1 + z) - z * 0.4 : light, 0.02);
}

const SIDE = 256;
/** How wide each map is blurred: 0 mirrors, the last is what paint sees. */
const SPREADS = [0, 0.12, 0.3, 0.6, 1];

/** Octahedral maps need no trigonometry to read. */
function direction(u, v) {
  const [a, b] = [u * 2 - 1, v * 2 - 1];
  const z = 1 - abs(a) - abs(b);
  const [x, y] = z < 0 ? [(1 - abs(b)) * (a < 0 ? -1 : 1), (1 - abs(a)) * (b < 0 ? -1 : 1)] : [a, b];
  const l = length(x, y, z);
  return [x / l, y / l, z / l];
}

const RAYS = 400;
function blurred(x, y, z, spread) {
  if (spread === 0) return room(x, y, z);
  let [sum, weights] = [0, 0];
  for (let ray = 0; ray < RAYS; ray++) {
    // Even points on the sphere, pulled towards the direction.
    const c = 1 - (2 * (ray + 0.5)) / RAYS;
    const s = sqrt(1 - c * c);
    const angle = ray * 2.399963;
    const out = spread === 1 ? 1 : spread * 1.1;
    const [dx, dy, dz] = [x + out * s * Math.cos(angle), y + out * s * Math.sin(angle), z + out * c];
    const l = length(dx, dy, dz) || 1;
    sum += l * room(dx / l, dy / l, dz / l);
    weights += l;
  }
  return sum / weights;
}

function map(spread) {
  const side = spread === 0 ? SIDE * 2 : spread < 0.2 ? SIDE / 2 : SIDE / 8;
  const light = new Float32Array(side * side);
  for (let i = 0; i < side * side; i++) {
    const [x, y, z] = direction(((i % side) + 0.5) / side, (Math.floor(i / side) + 0.5) / side);
    light[i] = blurred(x, y, z, spread);
  }
  return { side, light };
}
const MAPS = SPREADS.map(map);

/** The room's light from a direction (a unit vector), as blurred as the map of that number. */
export function roomLight(level, x, y, z) {
  const { side, light } = MAPS[level];
  const sum = abs(x) + abs(y) + abs(z);
  let a = x / sum;
  let b = y / sum;
  if (z < 0) {
    const c = (1 - abs(b)) * (a < 0 ? -1 : 1);
    b = (1 - abs(a)) * (b < 0 ? -1 : 1);
    a = c;
  }
  const u = clamp((a * 0.5 + 0.5) * side - 0.5, 0, side - 1.001);
  const v = clamp((b * 0.5 + 0.5) * side - 0.5, 0, side - 1.001);
  const [i, j] = [u | 0, v | 0];
  const [s, t] = [u - i, v - j];
  const at = j * side + i;
  return (
    (light[at] * (1 - s) + light[at + 1] * s) * (1 - t) +
    (light[at + side] * (1 - s) + light[at + side + 1] * s) * t
  );
}

/** The large light as a disc: shadows are cast from points on it. */
export const SUN = [-0.4, 0.62, 0.72].map((part, _, all) => part / length(...all));

/** Evenly spread pairs of numbers; a block of 4 × 4 pixels together has `16 × rays` different ones. */
export const phase = (column, row) => (column & 3) * 4 + (row & 3);
export const spreadU = index => (0.5 + index * 0.7548776662466927) % 1;
export const spreadV = index => (0.5 + index * 0.5698402909980532) % 1;
