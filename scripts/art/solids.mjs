/**
 * Solids as signed distance functions: how far a point is from the surface, negative inside. The wall is z = 0, products
 * stand out along +z, y is up; one unit is about 25 mm. `r` rounds the edges.
 */
export const { abs, max, min, cos, sin, exp, round, floor, sqrt, atan2, PI } = Math;

export const clamp = (x, low = 0, high = 1) => min(max(x, low), high);
export const smooth = (from, to, x) => {
  const t = clamp((x - from) / (to - from));
  return t * t * (3 - 2 * t);
};
/** Math.hypot guards against overflow and is several times slower. */
export const hypot = (x, y) => sqrt(x * x + y * y);
export const length = (x, y, z) => sqrt(x * x + y * y + z * z);

/** Union of two bodies with a soft seam of width `k`. */
export const blend = (a, b, k) => {
  const h = max(k - abs(a - b), 0) / k;
  return min(a, b) - h * h * k * 0.25;
};
/** Returns the part that two bodies share, the edge rounded by `k`. */
export const meet = (a, b, k) => -blend(-a, -b, k);
/** The first body without the second, the edge rounded by `k`. */
export const carve = (a, b, k) => -blend(-a, b, k);

export const box = (x, y, z, bx, by, bz, r) => {
  const qx = abs(x) - bx + r;
  const qy = abs(y) - by + r;
  const qz = abs(z) - bz + r;
  return length(max(qx, 0), max(qy, 0), max(qz, 0)) + min(max(qx, qy, qz), 0) - r;
};
/** A rectangle in the plane; also the profile of a turned disc. */
export const plate = (x, y, bx, by, r) => {
  const qx = abs(x) - bx + r;
  const qy = abs(y) - by + r;
  return hypot(max(qx, 0), max(qy, 0)) + min(max(qx, qy), 0) - r;
};
export const cylinder = (x, y, z, radius, half, r) => plate(hypot(x, y), z, radius, half, r);
export const bar = (x, y, z, radius, half, r) => plate(hypot(y, z), x, radius, half, r);
export const upright = (x, y, z, radius, half, r) => plate(hypot(x, z), y, radius, half, r);
export const ball = (x, y, z, radius) => length(x, y, z) - radius;
export const torus = (x, y, z, radius, thick) => hypot(hypot(x, y) - radius, z) - thick;
export const ellipsoid = (x, y, z, a, b, c) => {
  const near = length(x / a, y / b, z / c);
  return (near * (near - 1)) / (length(x / (a * a), y / (b * b), z / (c * c)) || 1e-6);
};
/** A slab with a stadium outline: as wide as `half` + `radius` along x. */
export const stadium = (x, y, z, half, radius, depth, r) =>
  plate(hypot(max(abs(x) - half, 0), y), z, radius, depth, r);
/** A cone along z: radius `low` at the bottom and `high` at the top. */
export const cone = (x, y, z, low, high, half, r) => {
  const at = clamp((z + half) / (2 * half));
  const lean = (high - low) / (2 * half);
  return plate(hypot(x, y), z, low + (high - low) * at, half, r) / sqrt(1 + lean * lean);
};
/** A tube between two points. */
export const tube = (x, y, z, [ax, ay, az], [bx, by, bz], radius) => {
  const [dx, dy, dz] = [bx - ax, by - ay, bz - az];
  const at = clamp(((x - ax) * dx + (y - ay) * dy + (z - az) * dz) / (dx * dx + dy * dy + dz * dz));
  return length(x - ax - dx * at, y - ay - dy * at, z - az - dz * at) - radius;
};
/** A regular prism of `n` sides along z; `a` is the distance of a side from the axis. */
export const prism = (x, y, z, n, a, half, r) => {
  const part = (2 * PI) / n;
  const angle = atan2(y, x);
  const turn = angle - round(angle / part) * part;
  const d = hypot(x, y);
  return plate(max(d * cos(turn), 0), z, a, half, r);
};

/** How far out a knurl stands on a turned surface: `around` from the angle, `along` the axis; 0 at the grooves, 1 at the points. */
export const knurl = (around, along) => {
  const one = abs(((((around + along) % 2) + 2) % 2) - 1);
  const other = abs(((((around - along) % 2) + 2) % 2) - 1);
  return min(one, other);
};

/** The same "random" number for the same input at every run. */
export const noise = n => {
  const s = sin(n * 127.1) * 43758.5453;
  return s - floor(s);
};

/** Half of a shape's mirror pair: a screw's cross or slot cut into a head at the origin, deep along z. */
export const cross = (x, y, z, size, wide, deep) =>
  min(box(x, y, z, size, wide, deep, 0.005), box(x, y, z, wide, size, deep, 0.005));

/** A pan head with a cross. */
export const screwHead = (x, y, z, radius = 0.15) => {
  const dome = meet(ball(x, y, z + radius * 1.15, radius * 1.75), hypot(x, y) - radius, 0.03);
  return max(
    meet(dome, -z - 0.03, 0.02),
    -cross(x, y, z - radius * 0.6, radius * 0.62, radius * 0.14, radius * 0.42),
  );
};
