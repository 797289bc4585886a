/**
 * Draws the demo shop's product pictures: no photographs, no 3D library. Each product is a signed distance function
 * (how far a point is from its surface); one pass finds what every pixel sees, then each finish is shaded from that.
 * Run once, the pictures are kept: node scripts/product-art.mjs [folder]. Pictures that exist are left alone.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const { abs, max, min, hypot, cos, sin, exp, round, floor } = Math;

/** Drawn larger than the largest size, so that scaling down smooths the edges. */
const DRAWN = 1200;
const SIZES = [160, 400, 800];

const clamp = (x, low = 0, high = 1) => min(max(x, low), high);
const smooth = (from, to, x) => {
  const t = clamp((x - from) / (to - from));
  return t * t * (3 - 2 * t);
};

/** Union of two bodies with a soft seam of width `k`. */
const blend = (a, b, k) => {
  const h = max(k - abs(a - b), 0) / k;
  return min(a, b) - h * h * k * 0.25;
};

// The wall is z = 0, products stand out along +z, y is up. One unit is about 25 mm. `r` rounds the edges.
const box = (x, y, z, bx, by, bz, r) => {
  const [qx, qy, qz] = [abs(x) - bx + r, abs(y) - by + r, abs(z) - bz + r];
  return hypot(max(qx, 0), max(qy, 0), max(qz, 0)) + min(max(qx, qy, qz), 0) - r;
};
const cylinder = (x, y, z, radius, half, r) => {
  const [d, dz] = [hypot(x, y) - radius + r, abs(z) - half + r];
  return min(max(d, dz), 0) + hypot(max(d, 0), max(dz, 0)) - r;
};
const bar = (x, y, z, radius, half, r) => cylinder(y, z, x, radius, half, r);
const ellipsoid = (x, y, z, a, b, c) => {
  const near = hypot(x / a, y / b, z / c);
  return (near * (near - 1)) / (hypot(x / (a * a), y / (b * b), z / (c * c)) || 1e-6);
};

function mushroom(x, y, z) {
  const foot = blend(
    cylinder(x, y, z - 0.04, 0.42, 0.05, 0.03),
    cylinder(x, y, z - 0.35, 0.2, 0.4, 0.02),
    0.12,
  );
  const head = max(ellipsoid(x, y, z - 0.78, 0.72, 0.72, 0.36), 0.6 - z);
  return blend(foot, head - 0.03, 0.1);
}

function ringed(x, y, z) {
  const rings = 0.014 * cos(clamp(hypot(x, y), 0, 0.6) * 36) * smooth(0.72, 0.84, z);
  const foot = blend(
    cylinder(x, y, z - 0.05, 0.36, 0.05, 0.03),
    cylinder(x, y, z - 0.35, 0.19, 0.35, 0.02),
    0.12,
  );
  return blend(foot, cylinder(x, y, z - 0.72, 0.66, 0.12, 0.05) + rings, 0.08);
}

function barPull(x, y, z) {
  const side = abs(x) - 1.45;
  const post = blend(
    cylinder(side, y, z - 0.45, 0.15, 0.46, 0.02),
    cylinder(side, y, z - 0.03, 0.24, 0.04, 0.02),
    0.04,
  );
  return min(bar(x, y, z - 0.95, 0.19, 2.1, 0.05), post);
}

function archPull(x, y, z) {
  const side = abs(x);
  const height = 0.95 - 0.85 * min(side / 1.75, 1.06) ** 4;
  const bow = (hypot(max(abs(z - height) - 0.02, 0), max(abs(y) - 0.14, 0)) - 0.1) * 0.5;
  return blend(max(bow, side - 1.76), box(side - 1.68, y, z - 0.06, 0.26, 0.28, 0.09, 0.08), 0.16);
}

function cupPull(x, y, z) {
  const [low, inside] = [y + 0.42, ellipsoid(x, y + 0.42, z, 1.4, 0.95, 0.86)];
  const shell = max(ellipsoid(x, low, z, 1.5, 1.05, 0.95), -inside, -low, -z);
  const opening = ellipsoid(x, low, 0, 1.4, 0.95, 2);
  const flange = max(box(x, y - 0.1, z - 0.03, 1.66, 0.62, 0.05, 0.04), -(y + 0.45), -opening);
  return blend(shell, flange, 0.06) * 0.8;
}

/** European concealed hinge: cup, arm and mounting plate. */
function hinge(x, y, z) {
  const ear = abs(y) - 0.84;
  const cup = blend(
    cylinder(x + 0.95, y, z - 0.2, 0.7, 0.22, 0.06),
    box(x + 0.95, y, z - 0.42, 0.42, 1.05, 0.05, 0.05),
    0.03,
  );
  const hollow = cylinder(x + 0.95, y, z - 0.55, 0.52, 0.25, 0.05);
  const ears = cylinder(x + 0.95, ear, z - 0.47, 0.13, 0.06, 0.03);
  const slot = box(x + 0.95, ear, z - 0.54, 0.09, 0.02, 0.03, 0.005);
  const arm = max(
    box(x - 0.55, y, z - 0.62, 1.15, 0.33, 0.22, 0.08),
    -box(x - 0.55, y, z - 0.45, 1.2, 0.25, 0.22, 0.02),
  );
  const plate = box(x - 1, y, z - 0.12, 0.55, 1, 0.1, 0.06);
  const screw = cylinder(x - 0.9, y, z - 0.85, 0.13, 0.05, 0.02);
  const cross = min(
    box(x - 0.9, y, z - 0.9, 0.09, 0.02, 0.03, 0.002),
    box(x - 0.9, y, z - 0.9, 0.02, 0.09, 0.03, 0.002),
  );
  const plateScrews = cylinder(x - 1, abs(y) - 0.72, z - 0.24, 0.14, 0.05, 0.03);
  return min(max(min(max(cup, -hollow), ears), -slot), arm, plate, max(screw, -cross), plateScrews);
}

/** Ball-bearing slide of three members, partly open. */
function slide(x, y, z) {
  const hole = at => cylinder(x - at, y, z, 0.11, 3, 0.01);
  const member = (along, height, depth, wall) =>
    max(
      box(along, y, z - depth, 2.3, height, 0.17, 0.03),
      -box(along, y, z - depth - 0.1, 2.4, height - wall, 0.19, 0.02),
    );
  const outer = max(member(x + 0.7, 0.55, 0.18, 0.09), -hole(-2.6), -hole(-1.6));
  const middle = max(member(x - 0.4, 0.42, 0.25, 0.08), -hole(1.9));
  const inner = max(member(x - 1.2, 0.3, 0.3, 0.07), -hole(2.7), -hole(3.2), -hole(0.2));
  const nearest = x - round(clamp(x, -0.6, 1.6) / 0.3) * 0.3;
  return min(outer, middle, inner, hypot(nearest, abs(y) - 0.36, z - 0.42) - 0.085);
}

const SHAPES = {
  'mushroom-knob': { scale: 1, distance: mushroom },
  'square-knob': {
    scale: 1,
    distance: (x, y, z) =>
      blend(cylinder(x, y, z - 0.3, 0.22, 0.35, 0.03), box(x, y, z - 0.75, 0.55, 0.55, 0.15, 0.06), 0.05),
  },
  'ring-knob': { scale: 1, distance: ringed },
  'bar-pull': { scale: 0.47, distance: barPull },
  'arch-pull': { scale: 0.52, down: 0.1, distance: archPull },
  'cup-pull': { scale: 0.52, distance: cupPull },
  hinge: { scale: 0.62, distance: hinge },
  slide: { scale: 0.33, right: 0.25, distance: slide },
};

/** `mirror`: what it reflects straight on; `rough`: how blurred; `grain`: brushed; `base`: paint; `wear`: bare edges. */
const FINISHES = {
  'polished-chrome': { mirror: [0.72, 0.74, 0.76], rough: 0.03 },
  'satin-nickel': { mirror: [0.7, 0.65, 0.57], rough: 0.24, grain: 0.5 },
  'satin-brass': { mirror: [0.86, 0.66, 0.36], rough: 0.26, grain: 0.5 },
  'matte-black': { mirror: [0.028, 0.028, 0.029], rough: 0.42, base: [0.006, 0.006, 0.0065] },
  'oil-rubbed-bronze': {
    mirror: [0.085, 0.062, 0.05],
    rough: 0.3,
    base: [0.016, 0.011, 0.009],
    wear: [0.22, 0.11, 0.05],
  },
  zinc: { mirror: [0.62, 0.64, 0.66], rough: 0.16 },
};

const DECORATIVE = ['satin-nickel', 'matte-black', 'satin-brass', 'polished-chrome', 'oil-rubbed-bronze'];
const PLAN = Object.keys(SHAPES).map(shape => [
  shape,
  ['hinge', 'slide'].includes(shape) ? ['zinc'] : DECORATIVE,
]);

/** Seen from the upper left. */
const [YAW, PITCH] = [-0.52, 0.44];
const TO_EYE = [sin(YAW) * cos(PITCH), sin(PITCH), cos(YAW) * cos(PITCH)];
const RIGHT = [cos(YAW), 0, -sin(YAW)];
const UP = [
  TO_EYE[1] * RIGHT[2] - TO_EYE[2] * RIGHT[1],
  TO_EYE[2] * RIGHT[0] - TO_EYE[0] * RIGHT[2],
  TO_EYE[0] * RIGHT[1] - TO_EYE[1] * RIGHT[0],
];
const LIGHT = [-0.42, 0.62, 0.66];

const FIELDS = { seen: 1, normal: 3, place: 3, open: 1, lit: 1, edge: 1 };

/** What every pixel sees of a shape, or of the wall behind it. */
function look({ distance, scale, right = 0, down = 0 }) {
  const scene = { distance, size: DRAWN };
  for (const [field, width] of Object.entries(FIELDS)) scene[field] = new Float32Array(DRAWN * DRAWN * width);
  const half = 1.15 / scale;
  const far = 3.4 / scale ** 0.6;
  const start = max(far - 3.2 / scale ** 0.5, 0);
  for (let pixel = 0; pixel < DRAWN * DRAWN; pixel++) {
    const u = ((pixel % DRAWN) + 0.5) / (DRAWN / 2) - 1;
    const v = 1 - (floor(pixel / DRAWN) + 0.5) / (DRAWN / 2);
    const [a, b] = [u * half + right, v * half - down];
    const eye = [0, 1, 2].map(i => RIGHT[i] * a + UP[i] * b + TO_EYE[i] * far + (i === 2 ? 0.4 : 0));
    const wall = eye[2] / TO_EYE[2];
    const reach = march(distance, eye, start, wall);
    const at = eye.map((e, i) => e - TO_EYE[i] * (reach ?? wall));
    if (reach === null) seeWall(scene, pixel, at, smooth(1, 0.8, max(abs(u), abs(v))));
    else seeProduct(scene, pixel, at);
  }
  return scene;
}

function march(distance, [x, y, z], start, wall) {
  let reach = start;
  for (let step = 0; step < 120 && reach < wall; step++) {
    const d = distance(x - TO_EYE[0] * reach, y - TO_EYE[1] * reach, z - TO_EYE[2] * reach);
    if (d < 0.0012) return reach;
    reach += d * 0.9;
  }
  return null;
}

function normalAt(f, [x, y, z], e) {
  const a = f(x + e, y - e, z - e);
  const b = f(x - e, y - e, z + e);
  const c = f(x - e, y + e, z - e);
  const d = f(x + e, y + e, z + e);
  const normal = [a - b - c + d, c + d - a - b, b + d - a - c];
  const length = hypot(...normal) || 1;
  return normal.map(part => part / length);
}

function seeProduct(scene, pixel, at) {
  const f = scene.distance;
  const [x, y, z] = at;
  const normal = normalAt(f, at, 0.0015);
  const [nx, ny, nz] = normal;
  scene.seen[pixel] = 1;
  scene.normal.set(normal, pixel * 3);
  scene.place.set(at, pixel * 3);
  let hidden = 0;
  for (let step = 1, weight = 0.6; step <= 5; step++, weight *= 0.6) {
    const h = 0.05 * step;
    hidden += weight * (h - min(f(x + nx * h, y + ny * h, z + nz * h), z + nz * h));
  }
  scene.open[pixel] = clamp(1 - 1.9 * hidden);
  const coarse = normalAt(f, at, 0.05);
  scene.edge[pixel] = clamp((1 - (coarse[0] * nx + coarse[1] * ny + coarse[2] * nz)) * 14);
  scene.lit[pixel] = reflection(f, at, normal);
}

/** How freely the mirrored ray leaves the product: what mirrors itself is darker. */
function reflection(f, [x, y, z], [nx, ny, nz]) {
  const facing = TO_EYE[0] * nx + TO_EYE[1] * ny + TO_EYE[2] * nz;
  const [rx, ry, rz] = [
    2 * facing * nx - TO_EYE[0],
    2 * facing * ny - TO_EYE[1],
    2 * facing * nz - TO_EYE[2],
  ];
  let free = 1;
  for (let step = 0, way = 0.05; step < 14 && way < 2; step++) {
    const d = f(x + rx * way, y + ry * way, z + rz * way);
    if (d < 0.002) return 0;
    free = min(free, clamp(0.5 + (5 * d) / way));
    way += max(d, 0.04);
  }
  return free;
}

/** The wall shows the soft shadow; towards the frame it fades to pure white, so that tiles join. */
function seeWall(scene, pixel, [x, y], fade) {
  const f = scene.distance;
  let light = 1;
  for (let step = 0, way = 0.02; step < 40 && way < 3.2 && light >= 0; step++) {
    const d = f(x + LIGHT[0] * way, y + LIGHT[1] * way, LIGHT[2] * way);
    light = min(light, 0.5 + (0.5 * d) / (0.32 * way));
    way += clamp(d * 0.8, 0.03, 0.3);
  }
  let hidden = 0;
  for (let h = 0.08; h < 0.6; h += 0.13) hidden += (max(0, h - f(x, y, h)) / h) * 0.22;
  scene.lit[pixel] = 1 - 0.34 * (1 - smooth(0, 1, light)) * fade;
  scene.open[pixel] = clamp(1 - 0.62 * hidden * fade);
}

const panel = (u, v, [cu, cv], [hu, hv], soft) =>
  smooth(hu + soft, hu - soft, abs(u - cu)) * smooth(hv + soft, hv - soft, abs(v - cv));

/** The studio in one direction: a white sweep, a large light at the upper left, a strip at the right, dark flags. */
function studio(x, y, z, blur) {
  const [u, v] = [Math.atan2(x, max(z, 0.05)), Math.asin(clamp(y, -1, 1))];
  const soft = 0.06 + blur;
  let light = 0.3 + 0.34 * smooth(-0.9, 0.9, y) - 0.24 * exp(-(((v + 0.12) / (0.16 + blur)) ** 2));
  light += 1.9 * panel(u, v, [-0.75, 0.72], [0.55, 0.36], soft);
  light += panel(u, v, [1.05, 0.35], [0.2, 0.75], soft);
  light += 0.55 * panel(u, v, [0.1, -0.75], [0.9, 0.2], soft);
  return max(z < 0 ? light * 0.35 + 0.5 : light, 0.02);
}

/** The same "random" number for the same input at every run. */
const noise = n => {
  const s = sin(n * 127.1) * 43758.5453;
  return s - floor(s);
};

/** Light that a metal throws back at a pixel: the studio, mirrored by a surface as uneven as its finish. */
function reflected(scene, pixel, { rough, grain }) {
  const [nx, ny, nz] = scene.normal.subarray(pixel * 3, pixel * 3 + 3);
  const [, y, z] = scene.place.subarray(pixel * 3, pixel * 3 + 3);
  const rays = rough < 0.08 ? 1 : 14;
  const spread = rough * 1.5;
  const across = grain ? spread * (1 - grain) : spread;
  const scratch = grain ? (noise(floor((y + z * 0.6) * 240)) - 0.5) * 0.05 : 0;
  let light = 0;
  for (let ray = 0; ray < rays; ray++) {
    let mx = nx + (noise(pixel * 1.37 + ray * 17.7) - 0.5) * across;
    let my = ny + (noise(pixel * 0.73 + ray * 9.1 + 3) - 0.5) * spread + scratch;
    let mz = nz + (noise(pixel * 0.31 + ray * 5.3 + 8) - 0.5) * spread;
    const length = hypot(mx, my, mz);
    [mx, my, mz] = [mx / length, my / length, mz / length];
    const facing = 2 * (TO_EYE[0] * mx + TO_EYE[1] * my + TO_EYE[2] * mz);
    light += studio(facing * mx - TO_EYE[0], facing * my - TO_EYE[1], facing * mz - TO_EYE[2], rough * 0.8);
  }
  return (light / rays) * (0.28 + 0.72 * scene.lit[pixel]);
}

/** A soft shoulder, so that highlights keep their shape. */
const tone = c => (c < 0.75 ? c : 0.75 + 0.25 * (1 - exp((0.75 - c) / 0.25)));

function productColour(scene, pixel, finish) {
  const [nx, ny, nz] = scene.normal.subarray(pixel * 3, pixel * 3 + 3);
  const light = reflected(scene, pixel, finish);
  const grazing = (1 - clamp(TO_EYE[0] * nx + TO_EYE[1] * ny + TO_EYE[2] * nz)) ** 5;
  const diffuse = clamp(LIGHT[0] * nx + LIGHT[1] * ny + LIGHT[2] * nz) * 1.4 + 0.5;
  const open = 0.35 + 0.65 * scene.open[pixel];
  return [0, 1, 2].map(i => {
    const mirror = finish.mirror[i] + (finish.wear ? finish.wear[i] * scene.edge[pixel] : 0);
    const paint = finish.base ? finish.base[i] * diffuse : 0;
    return tone(((mirror + (1 - mirror) * grazing * (1 - finish.rough)) * light * 1.12 + paint) * open);
  });
}

function shade(scene, finish) {
  const pixels = Buffer.alloc(DRAWN * DRAWN * 3);
  for (let pixel = 0; pixel < DRAWN * DRAWN; pixel++) {
    const shadow = scene.lit[pixel] * scene.open[pixel];
    // Shadows are a touch cooler than the light.
    const colour = scene.seen[pixel] ? productColour(scene, pixel, finish) : [shadow, shadow, shadow ** 0.97];
    colour.forEach((c, i) => {
      pixels[pixel * 3 + i] = 255 * clamp(c) ** (1 / 2.2);
    });
  }
  return sharp(pixels, { raw: { width: DRAWN, height: DRAWN, channels: 3 } });
}

async function drawAll(folder) {
  for (const [shape, finishes] of PLAN) {
    const missing = finishes.filter(finish => !existsSync(join(folder, `${shape}-${finish}`, '160.webp')));
    if (missing.length === 0) continue;
    const started = Date.now();
    const scene = look(SHAPES[shape]);
    for (const finish of missing) {
      const drawn = await shade(scene, FINISHES[finish]).png().toBuffer();
      const target = join(folder, `${shape}-${finish}`);
      mkdirSync(target, { recursive: true });
      for (const size of SIZES.toReversed()) {
        await sharp(drawn)
          .resize(size)
          .webp({ quality: 82 })
          .toFile(join(target, `${size}.webp`));
      }
    }
    console.log(`${shape}: ${missing.length} finishes in ${round((Date.now() - started) / 1000)} s`);
  }
}

await drawAll(process.argv[2] ?? 'src/client/public/art');
