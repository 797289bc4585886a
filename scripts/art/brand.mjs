/** The shop's own marks, drawn as outlines: a knurled knob from the front, and the name in letters of one stroke. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { cos, PI, sin } from './solids.mjs';

const GREEN = '#1d4b45';
const BRASS = '#b08a3e';
const near = number => Number(number.toFixed(2));

/** The toothed edge of a knurled knob, around (16, 16). */
function teeth(count, outer, inner) {
  const points = Array.from({ length: count * 4 }, (_, i) => {
    const angle = ((i - 0.5) * PI) / (count * 2);
    const radius = i % 4 < 2 ? outer : inner;
    return `${near(16 + radius * sin(angle))} ${near(16 - radius * cos(angle))}`;
  });
  return `M${points.join('L')}Z`;
}

/** Crossed lines within a circle of radius `radius`, `gap` apart. */
function hatch(radius, gap, lines) {
  return Array.from({ length: lines * 2 + 1 }, (_, i) => i - lines)
    .map(i => {
      const [off, half] = [i * gap, Math.sqrt(Math.max(radius ** 2 - (i * gap) ** 2, 0))];
      const [c, s] = [Math.SQRT1_2, Math.SQRT1_2];
      const at = (a, b) => `${near(16 + a * c - b * s)} ${near(16 + a * s + b * c)}`;
      const mirrored = (a, b) => `${near(16 - a * c + b * s)} ${near(16 + a * s + b * c)}`;
      return `M${at(-half, off)}L${at(half, off)}M${mirrored(-half, off)}L${mirrored(half, off)}`;
    })
    .join('');
}

const mark = (disc, ring, lines) =>
  `<path fill="${disc}" d="${teeth(30, 16, 14.8)}"/><circle cx="16" cy="16" r="11.4" fill="none" stroke="${ring}" stroke-width="1.3"/><path fill="none" stroke="${lines}" stroke-width="1.5" stroke-linecap="round" d="${hatch(8.6, 3.9, 1)}"/>`;

/** Bolder, for a few pixels. */
const smallMark = `<path fill="${GREEN}" d="${teeth(20, 16, 14.5)}"/><path fill="none" stroke="#fff" stroke-width="2.3" stroke-linecap="round" d="${hatch(9.6, 5, 1)}"/>`;

/** The name, 440 wide and 150 high; the line on which the letters stand is at 150. */
const NAME = [
  'M12 0V150',
  'M104-10 12 98',
  'M57 45 106 160',
  'M134 44V150M134 90a34 34 0 0 1 68 0V150',
  'M246 44V104a34 34 0 0 0 68 0M314 44V150',
  'M358 44V150M358 90a34 34 0 0 1 34-34H408',
  'M432 0V150',
].join('');
const name = (colour, id) =>
  `<clipPath id="${id}"><path d="M0 0H444V150H0Z"/></clipPath><path clip-path="url(#${id})" fill="none" stroke="${colour}" stroke-width="24" d="${NAME}"/>`;

const svg = (wide, high, inner) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}"><title>Knurl</title>${inner}</svg>\n`;

const logo = (disc, ring, lines, letters) =>
  svg(
    700,
    190,
    `<g transform="translate(5 5) scale(5.625)">${mark(disc, ring, lines)}</g><g transform="translate(232 20)">${name(letters, 'k')}</g>`,
  );

const drawn = (text, width) => sharp(Buffer.from(text), { density: 300 }).resize(width).png();

/** An icon file that holds one PNG of 32 pixels. */
function ico(png) {
  const head = Buffer.alloc(22);
  for (const [at, value] of [
    [2, 1],
    [4, 1],
    [10, 1],
    [12, 32],
    [18, 22],
  ])
    head.writeUInt16LE(value, at);
  head[6] = 32;
  head[7] = 32;
  head.writeUInt32LE(png.length, 14);
  return Buffer.concat([head, png]);
}

/** Draws what a shared link shows: the name beside a scene of the shop's. */
async function social(folder) {
  const scene = await sharp(join(folder, 'art/scene-green-drawers/1600.webp'))
    .resize({ height: 630 })
    .toBuffer();
  const picture = await sharp(scene).extract({ left: 50, top: 0, width: 1200, height: 630 }).toBuffer();
  const words = svg(
    1200,
    630,
    `<g transform="translate(84 236) scale(4.4)">${mark('#fff', BRASS, GREEN)}</g><g transform="translate(262 246) scale(.8)">${name('#fff', 'n')}</g>`,
  );
  return sharp(picture)
    .composite([{ input: Buffer.from(words) }])
    .png({ palette: true, quality: 90, effort: 9 })
    .toBuffer();
}

/** Writes logo, icons and the social picture to a folder that has the scenes already. */
export async function drawBrand(folder) {
  const keep = (file, content) => writeFileSync(join(folder, file), content);
  keep('logo.svg', logo(GREEN, BRASS, '#fff', GREEN));
  keep('logo-white.svg', logo('#fff', BRASS, GREEN, '#fff'));
  keep('favicon.svg', svg(32, 32, smallMark));
  const icon = await drawn(svg(32, 32, smallMark), 32).toBuffer();
  keep('favicon-32.png', icon);
  keep('favicon.ico', ico(icon));
  const touch = svg(
    44,
    44,
    `<path fill="#fff" d="M0 0H44V44H0Z"/><g transform="translate(6 6)">${mark(GREEN, BRASS, '#fff')}</g>`,
  );
  keep('apple-touch-icon.png', await drawn(touch, 180).toBuffer());
  keep('social.png', await social(folder));
}
