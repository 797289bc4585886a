/**
 * Finds what every pixel sees. Metal throws back `given + F × own`: `given` is light that comes from the room and from
 * things of a fixed colour, `own` what comes by way of the thing itself and takes its colour `F` once more. So a
 * picture is looked at once and shaded in any number of finishes.
 */
import { FINISHES } from './finishes.mjs';
import { glance, through } from './light.mjs';
import { abs, clamp, cos, max, min, PI, sin, sqrt } from './solids.mjs';
import { phase, SUN, spreadU, spreadV } from './studio.mjs';
import { met, normalAt, outward, partAt, sight, trace } from './trace.mjs';

/** Rays a pixel sends for light that is blurred; sixteen pixels are taken together. */
const RAYS = 4;

/** How surfaces mirror: straight on, brushed (most across the grain), or widely. */
const BLURS = { satin: [0.07, 0.3], matte: [0.42, 0.42] };

const FIELDS = {
  slot: 1,
  normal: 3,
  place: 3,
  at: 3,
  facing: 1,
  edge: 1,
  open: 1,
  sun: 1,
  sky: 3,
  polished: 4,
  satin: 4,
  matte: 4,
};
const BLURRED = ['open', 'sun', 'sky', 'satin', 'matte'];

/** Looks at `things` before the white wall. `slots` tells the parts that pixels can show. */
export function look(things, view, width, height) {
  const seen = { width, height, slots: [], things, view };
  for (const [field, parts] of Object.entries(FIELDS)) seen[field] = new Float32Array(width * height * parts);
  seen.slot.fill(-1);
  for (const thing of things) {
    for (const part of thing.parts) seen.slots.push({ thing, part, finish: part.material ?? thing.finish });
  }
  for (let pixel = 0; pixel < width * height; pixel++) seeSharp(seen, pixel);
  for (let pixel = 0; pixel < width * height; pixel++) if (isAsked(seen, pixel)) seeBlurred(seen, pixel);
  even(seen);
  outline(seen);
  return seen;
}

/** Tells whether blurred light is asked of a pixel: of every fourth; the others take it from their neighbours. */
const isAsked = ({ width }, pixel) => (pixel % width) % 2 === 0 && ((pixel / width) | 0) % 2 === 0;

function rayOf({ view, width, height }, pixel) {
  const [column, row] = [pixel % width, (pixel / width) | 0];
  return sight(view, (column + 0.5) / (width / 2) - 1, (height - 2 * row - 1) / width);
}

/** The surface a pixel shows, and what that mirrors. */
function seeSharp(seen, pixel) {
  const { eye, distance, width } = seen.view;
  const ray = rayOf(seen, pixel);
  const [dx, dy, dz] = ray;
  // Nothing stands nearer to the eye than this.
  const start = max(distance - width * 2.2, 0);
  const [x, y, z] = [eye[0] + dx * start, eye[1] + dy * start, eye[2] + dz * start];
  if (trace(seen.things, x, y, z, dx, dy, dz)) {
    const at = [x + dx * met.t, y + dy * met.t, z + dz * met.t];
    if (at[2] > -0.02) return seeThing(seen, pixel, at, ray);
  }
  const way = -z / dz;
  seen.normal[pixel * 3 + 2] = 1;
  seen.at.set([x + dx * way, y + dy * way, 0.001], pixel * 3);
}

function seeThing(seen, pixel, at, ray) {
  const { thing, x, y, z } = met;
  const part = partAt(thing, x, y, z);
  const slot = seen.slots.findIndex(one => one.thing === thing && one.part === part);
  const { finish } = seen.slots[slot];
  const normal = normalAt(thing, part.distance, x, y, z, 0.0016);
  const coarse = normalAt(thing, part.distance, x, y, z, 0.045);
  const facing = -(normal[0] * ray[0] + normal[1] * ray[1] + normal[2] * ray[2]);
  const off = at.map((one, i) => one + normal[i] * 0.004);
  seen.slot[pixel] = slot;
  seen.normal.set(normal, pixel * 3);
  seen.place.set([x, y, z], pixel * 3);
  seen.at.set(off, pixel * 3);
  seen.facing[pixel] = clamp(facing);
  seen.edge[pixel] = clamp(
    (1 - (coarse[0] * normal[0] + coarse[1] * normal[1] + coarse[2] * normal[2])) * 14,
  );
  if (part.glass) {
    const light = [0, 0, 0, 0];
    through(seen.things, thing, [x, y, z], ray, normal, off, light);
    seen.polished.set(light, pixel * 4);
  } else if (!finish || FINISHES[finish].blur === 'polished') polish(seen, pixel, ray, normal, off);
}

/** Light that comes from many sides at once. */
function seeBlurred(seen, pixel) {
  const { slot, normal, at, place, slots } = seen;
  const [three, turn] = [pixel * 3, phase((pixel % seen.width) >> 1, (pixel / seen.width) >> 1)];
  const off = [at[three], at[three + 1], at[three + 2]];
  const up = [normal[three], normal[three + 1], normal[three + 2]];
  const shown = slots[slot[pixel]];
  if (shown?.part.glass) {
    seen.open[pixel] = 1;
    return;
  }
  seen.sun[pixel] = sunlight(seen.things, turn, off, up);
  skylight(seen, pixel, turn, off, up);
  if (!shown) return;
  const blur = shown.finish && FINISHES[shown.finish].blur;
  const grain = grainAt(shown.thing, place[three], place[three + 1]);
  for (const name of Object.keys(BLURS)) {
    if (!blur || blur === name)
      brush(seen, pixel, turn, name, { ray: rayOf(seen, pixel), normal: up, off, grain });
  }
}

function polish(seen, pixel, [dx, dy, dz], [nx, ny, nz], off) {
  const f = 2 * (dx * nx + dy * ny + dz * nz);
  const light = [0, 0, 0, 0];
  glance(seen.things, off, [dx - f * nx, dy - f * ny, dz - f * nz], 0, light);
  seen.polished.set(light, pixel * 4);
}

function brush(seen, pixel, turn, name, { ray, normal, off, grain }) {
  const [along, across] = BLURS[name];
  const [dx, dy, dz] = ray;
  const [nx, ny, nz] = normal;
  const [a, b] = crossing(normal, grain);
  const light = [0, 0, 0, 0];
  for (let i = 0; i < RAYS; i++) {
    const index = turn + 16 * i;
    const out = sqrt(-Math.log(1 - 0.96 * spreadU(index))) * 0.62;
    const angle = 2 * PI * spreadV(index);
    const [s, t] = [out * cos(angle) * along, out * sin(angle) * across];
    const m = [nx + a[0] * s + b[0] * t, ny + a[1] * s + b[1] * t, nz + a[2] * s + b[2] * t];
    const l = sqrt(m[0] ** 2 + m[1] ** 2 + m[2] ** 2);
    const f = (2 * (dx * m[0] + dy * m[1] + dz * m[2])) / (l * l);
    const r = [dx - f * m[0], dy - f * m[1], dz - f * m[2]];
    // A scratch that throws light into the metal itself.
    if (r[0] * nx + r[1] * ny + r[2] * nz > 0.02) glance(seen.things, off, r, 1, light);
    else light[3] += 0.25;
  }
  seen[name].set(
    light.map(part => part / RAYS),
    pixel * 4,
  );
}

/** The way a thing was brushed, in the room. */
function grainAt(thing, x, y) {
  if (thing.grain === 'turned') return outward(thing, -y, x, 0.001);
  if (thing.grain === 'upright') return thing.axes[1];
  return thing.axes[0];
}

/** Two directions on a surface: along the grain and across it. */
function crossing([nx, ny, nz], [gx, gy, gz]) {
  let [bx, by, bz] = [ny * gz - nz * gy, nz * gx - nx * gz, nx * gy - ny * gx];
  let l = sqrt(bx * bx + by * by + bz * bz);
  if (l < 0.05) {
    [bx, by, bz] = abs(ny) < 0.9 ? [nz, 0, -nx] : [0, -nz, ny];
    l = sqrt(bx * bx + by * by + bz * bz);
  }
  const b = [bx / l, by / l, bz / l];
  return [[b[1] * nz - b[2] * ny, b[2] * nx - b[0] * nz, b[0] * ny - b[1] * nx], b];
}

const SUN_SIZE = 0.34;
const [SUN_A, SUN_B] = crossing(SUN, [1, 0, 0]);

/** The share of the large light that a point sees, times how squarely it falls. */
function sunlight(things, turn, [x, y, z], [nx, ny, nz]) {
  const square = SUN[0] * nx + SUN[1] * ny + SUN[2] * nz;
  if (square <= 0) return 0;
  let light = 0;
  for (let i = 0; i < RAYS; i++) {
    const index = turn + 16 * i + 5;
    const out = SUN_SIZE * sqrt(spreadU(index));
    const angle = 2 * PI * spreadV(index);
    const [a, b] = [out * cos(angle), out * sin(angle)];
    const [dx, dy, dz] = [0, 1, 2].map(k => SUN[k] + SUN_A[k] * a + SUN_B[k] * b);
    const l = sqrt(dx * dx + dy * dy + dz * dz);
    if (trace(things, x, y, z, dx / l, dy / l, dz / l, 8, 'solid')) continue;
    light += trace(things, x, y, z, dx / l, dy / l, dz / l, 8, 'glass') ? 0.65 : 1;
  }
  return (light / RAYS) * square;
}

/** Light from all sides, and how open a place lies. */
function skylight(seen, pixel, turn, at, normal) {
  const [a, b] = crossing(normal, [1, 0, 0]);
  const light = [0, 0, 0, 0];
  let open = 0;
  for (let i = 0; i < RAYS; i++) {
    const index = turn + 16 * i + 11;
    const c = sqrt(1 - spreadU(index));
    const s = sqrt(1 - c * c);
    const angle = 2 * PI * spreadV(index);
    const d = [0, 1, 2].map(k => normal[k] * c + (a[k] * cos(angle) + b[k] * sin(angle)) * s);
    const way = glance(seen.things, at, d, 2, light, 2.6);
    open += min(way / 1.1, 1);
  }
  seen.open[pixel] = open / RAYS;
  seen.sky.set(
    light.slice(0, 3).map(part => (part + light[3] * 0.2) / RAYS),
    pixel * 3,
  );
}

/** Pixels that a thing fills in part: how much of it, and a neighbour that shows the rest. */
function outline(seen) {
  const { width, height, view } = seen;
  const thingAt = pixel => seen.slots[seen.slot[pixel]]?.thing ?? null;
  const other = (pixel, column, row) => {
    const own = thingAt(pixel);
    if (column > 0 && thingAt(pixel - 1) !== own) return pixel - 1;
    if (column < width - 1 && thingAt(pixel + 1) !== own) return pixel + 1;
    if (row > 0 && thingAt(pixel - width) !== own) return pixel - width;
    return row < height - 1 && thingAt(pixel + width) !== own ? pixel + width : null;
  };
  seen.filled = new Map();
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [column, row] = [pixel % width, (pixel / width) | 0];
    const next = other(pixel, column, row);
    if (next === null) continue;
    let hits = 0;
    for (let i = 0; i < 16; i++) {
      const u = (column + spreadU(i)) / (width / 2) - 1;
      const v = (height - 2 * (row + spreadV(i))) / width;
      const hit = trace(seen.things, ...view.eye, ...sight(view, u, v)) ? met.thing : null;
      if (hit === thingAt(pixel)) hits++;
    }
    seen.filled.set(pixel, { share: hits / 16, next });
  }
}

/** Gives each pixel the mean of the sixteen asked ones around it that lie on the same surface. */
function even(seen) {
  const fields = BLURRED.map(name => ({
    name,
    parts: FIELDS[name],
    to: new Float32Array(seen[name].length),
  }));
  for (let pixel = 0; pixel < seen.slot.length; pixel++) {
    const like = neighbours(seen, pixel);
    if (like.length === 0) {
      seeBlurred(seen, pixel);
      like.push(pixel);
    }
    for (const { name, parts, to } of fields) {
      const from = seen[name];
      for (let part = 0; part < parts; part++) {
        let sum = 0;
        for (let i = 0; i < like.length; i++) sum += from[like[i] * parts + part];
        to[pixel * parts + part] = sum / like.length;
      }
    }
  }
  for (const { name, to } of fields) seen[name] = to;
}

/** The asked pixels around one that show the same part, turned the same way. */
function neighbours({ width, height, slot, normal }, pixel) {
  const [column, row] = [(pixel % width) & ~1, ((pixel / width) | 0) & ~1];
  const like = [];
  for (let r = max(row - 2, 0); r <= min(row + 4, height - 1); r += 2) {
    for (let c = max(column - 2, 0); c <= min(column + 4, width - 1); c += 2) {
      const other = r * width + c;
      if (slot[other] !== slot[pixel]) continue;
      const [i, j] = [pixel * 3, other * 3];
      const same = normal[i] * normal[j] + normal[i + 1] * normal[j + 1] + normal[i + 2] * normal[j + 2];
      if (same > 0.95) like.push(other);
    }
  }
  return like;
}
