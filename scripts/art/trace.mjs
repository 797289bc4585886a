/** Things placed in the room, and where a ray meets them. */
import { cos, length, max, min, sin } from './solids.mjs';

const FAR = 1e9;

/**
 * A shape in its place. `turn` [degrees] turns it on the wall, `tip` lifts its upper edge from the wall, `swing` its
 * right one. Parts without a `material` of their own take the `finish`.
 */
export function place(shape, { at = [0, 0, 0], turn = 0, tip = 0, swing = 0, size = 1, finish } = {}) {
  const parts = shape.parts ?? [{ distance: shape.distance }];
  const solid = parts.filter(part => !part.glass).map(part => part.distance);
  const all = parts.map(part => part.distance);
  return {
    parts,
    distance: nearest(all),
    /** Without its glass, which hides little of what is behind it. */
    solid: solid.length === all.length ? null : nearest(solid),
    glass: nearest(parts.filter(part => part.glass).map(part => part.distance)),
    step: shape.step ?? 0.9,
    grain: shape.grain ?? 'along',
    finish,
    at,
    size,
    axes: axes(turn, tip, swing),
    bounds: bounds(nearest(all), shape.reach ?? 4.2),
  };
}

function nearest(distances) {
  if (distances.length === 0) return () => FAR;
  if (distances.length === 1) return distances[0];
  if (distances.length === 2) {
    const [one, other] = distances;
    return (x, y, z) => min(one(x, y, z), other(x, y, z));
  }
  return (x, y, z) => {
    let d = FAR;
    for (let i = 0; i < distances.length; i++) d = min(d, distances[i](x, y, z));
    return d;
  };
}

/** The thing's own x, y and z axes in the room. */
function axes(turn, tip, swing) {
  const [a, b, c] = [turn, tip, swing].map(degrees => (degrees * Math.PI) / 180);
  const rotate = ([x, y, z]) => {
    [x, z] = [x * cos(c) - z * sin(c), z * cos(c) + x * sin(c)];
    [y, z] = [y * cos(b) - z * sin(b), z * cos(b) + y * sin(b)];
    [x, y] = [x * cos(a) - y * sin(a), y * cos(a) + x * sin(a)];
    return [x, y, z];
  };
  return [rotate([1, 0, 0]), rotate([0, 1, 0]), rotate([0, 0, 1])];
}

/** The box that holds a shape, found by asking a grid of points. */
function bounds(distance, reach) {
  const cell = reach / 26;
  const [low, high] = [
    [FAR, FAR, FAR],
    [-FAR, -FAR, -FAR],
  ];
  for (let x = -reach; x <= reach; x += cell) {
    for (let y = -reach; y <= reach; y += cell) {
      for (let z = -reach / 2; z <= reach; z += cell) {
        if (distance(x, y, z) > cell) continue;
        [x, y, z].forEach((part, i) => {
          low[i] = min(low[i], part);
          high[i] = max(high[i], part);
        });
      }
    }
  }
  return { low: low.map(part => part - cell), high: high.map(part => part + cell) };
}

/** The hit of the last call of `trace`. Kept in one place: millions of rays would make as many objects. */
export const met = { t: 0, thing: null, x: 0, y: 0, z: 0 };

/**
 * The first thing on a ray; its place goes to `met`. `kind` says which of a thing's distances counts: its `solid` skips
 * glass. False if the ray leaves the room or goes further than `reach`.
 */
export function trace(things, ox, oy, oz, dx, dy, dz, reach = FAR, kind = 'distance') {
  let best = reach;
  let found = false;
  for (let i = 0; i < things.length; i++) {
    const thing = things[i];
    const distance = thing[kind] ?? thing.distance;
    const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = thing.axes;
    const [px, py, pz] = [ox - thing.at[0], oy - thing.at[1], oz - thing.at[2]];
    const s = 1 / thing.size;
    const [x, y, z] = [
      (px * ax + py * ay + pz * az) * s,
      (px * bx + py * by + pz * bz) * s,
      (px * cx + py * cy + pz * cz) * s,
    ];
    const [u, v, w] = [dx * ax + dy * ay + dz * az, dx * bx + dy * by + dz * bz, dx * cx + dy * cy + dz * cz];
    const { low, high } = thing.bounds;
    const [ix, iy, iz] = [1 / (u || 1e-9), 1 / (v || 1e-9), 1 / (w || 1e-9)];
    const [x1, x2] = [(low[0] - x) * ix, (high[0] - x) * ix];
    const [y1, y2] = [(low[1] - y) * iy, (high[1] - y) * iy];
    const [z1, z2] = [(low[2] - z) * iz, (high[2] - z) * iz];
    const enter = max(min(x1, x2), min(y1, y2), min(z1, z2), 0);
    const leave = min(max(x1, x2), max(y1, y2), max(z1, z2), best * s);
    if (enter >= leave) continue;
    const t = march(distance, x, y, z, u, v, w, enter, leave, thing.step);
    if (t < 0) continue;
    best = t * thing.size;
    found = true;
    met.t = best;
    met.thing = thing;
    met.x = x + u * t;
    met.y = y + v * t;
    met.z = z + w * t;
  }
  return found;
}

function march(distance, x, y, z, u, v, w, from, to, step) {
  let t = from;
  for (let count = 0; count < 160 && t < to; count++) {
    const d = distance(x + u * t, y + v * t, z + w * t);
    if (d < 0.0009) return t;
    t += d * step;
  }
  return t < to ? t : -1;
}

/** Direction of a surface at a point of the thing's own space, over a distance of `e`, as seen in the room. */
export function normalAt(thing, distance, x, y, z, e) {
  const a = distance(x + e, y - e, z - e);
  const b = distance(x - e, y - e, z + e);
  const c = distance(x - e, y + e, z - e);
  const d = distance(x + e, y + e, z + e);
  return outward(thing, a - b - c + d, c + d - a - b, b + d - a - c);
}

/** A direction of a thing's own space, in the room. */
export function outward({ axes: [i, j, k] }, u, v, w) {
  const l = length(u, v, w) || 1;
  return [
    (u * i[0] + v * j[0] + w * k[0]) / l,
    (u * i[1] + v * j[1] + w * k[1]) / l,
    (u * i[2] + v * j[2] + w * k[2]) / l,
  ];
}

/** Which of a thing's parts a point lies on. */
export function partAt({ parts }, x, y, z) {
  let [best, part] = [FAR, parts[0]];
  if (parts.length === 1) return part;
  for (const one of parts) {
    const d = one.distance(x, y, z);
    if (d < best) [best, part] = [d, one];
  }
  return part;
}

/** A camera that looks at `target`; the picture shows `width` units there. */
export function camera({ target = [0, 0, 0], yaw, pitch, roll = 0, width, distance }) {
  const [a, b] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  const back = [sin(a) * cos(b), sin(b), cos(a) * cos(b)];
  const side = [cos(a), 0, -sin(a)];
  const up = [
    back[1] * side[2] - back[2] * side[1],
    back[2] * side[0] - back[0] * side[2],
    back[0] * side[1] - back[1] * side[0],
  ];
  const r = (roll * Math.PI) / 180;
  return {
    eye: target.map((part, i) => part + back[i] * distance),
    back,
    right: side.map((part, i) => part * cos(r) + up[i] * sin(r)),
    up: up.map((part, i) => part * cos(r) - side[i] * sin(r)),
    distance,
    width,
    target,
    yaw,
    pitch,
    roll,
  };
}

/** The unit vector from the eye through a point of the picture; (0, 0) is its middle, `u` = ±1 its sides. */
export function sight({ back, right, up, width, distance }, u, v) {
  const [a, b] = [(u * width) / 2, (v * width) / 2];
  const d = back.map((part, i) => right[i] * a + up[i] * b - part * distance);
  const l = length(...d);
  return d.map(part => part / l);
}

/** Moves the camera so that what it sees fills `fill` of a picture whose height is `aspect` of its width. */
export function framed(things, view, fill, aspect = 1) {
  let seen = camera({ ...view, width: 14, distance: 30 });
  for (let round = 0; round < 3; round++) {
    const [box, side] = [[1, -1, 1, -1], 96];
    for (let i = 0; i < side * side; i++) {
      const [u, v] = [((i % side) + 0.5) / (side / 2) - 1, 1 - (Math.floor(i / side) + 0.5) / (side / 2)];
      if (!trace(things, ...seen.eye, ...sight(seen, u, v))) continue;
      [box[0], box[1], box[2], box[3]] = [min(box[0], u), max(box[1], u), min(box[2], v), max(box[3], v)];
    }
    const [u, v] = [(box[0] + box[1]) / 2, (box[2] + box[3]) / 2];
    const size = (max(box[1] - box[0], (box[3] - box[2]) / aspect) * seen.width) / 2 / fill;
    const target = seen.target.map(
      (part, i) => part + ((seen.right[i] * u + seen.up[i] * v) * seen.width) / 2,
    );
    seen = camera({ ...view, target, width: size, distance: size * 3 });
  }
  return seen;
}
