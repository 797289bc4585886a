/**
 * Draws every picture that comes with the shop: no photographs, no 3D library. Each product is a signed distance
 * function (art/solids.mjs); what every pixel sees is found once (art/look.mjs) and shaded in each finish.
 *
 *   node scripts/product-art.mjs [--again] [name …]     names of shapes (`hinge`, `hinge/side`), categories,
 *                                                      scenes; `brand`; `manifest` draws nothing
 *
 * Pictures that exist are left alone unless `--again` is said. Below src/client/public/art, all webp:
 *   <shape>-<finish>/{160,400,800}        square, from the front
 *   <shape>-<finish>/side/{160,400,800}   square, the second view of shapes that have one
 *   category-<name>/{160,400,800}         3:2
 *   scene-<name>/{800,1600}               5:2, with calm room for words on its left
 * Logo, icons and the picture of shared links lie beside that folder. src/demo/art.json lists what there is.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawBrand } from './art/brand.mjs';
import { FINISHES, swatch } from './art/finishes.mjs';
import { look } from './art/look.mjs';
import { CATEGORIES, SCENES } from './art/scenes.mjs';
import { shade } from './art/shade.mjs';
import { finishesOf, SHAPES, viewOf } from './art/shapes.mjs';

const FOLDER = 'src/client/public/art';
const MANIFEST = 'src/demo/art.json';

/** Drawn larger than the largest size, so that scaling down smooths what is fine. */
const DRAWN = 1080;
const SIZES = [160, 400, 800];

const again = process.argv.includes('--again');
const names = process.argv.slice(2).filter(word => !word.startsWith('--'));
const wanted = (name, view) =>
  names.length === 0 || names.includes(name) || names.includes(`${name}/${view}`);
const lacks = (folder, size) => again || !existsSync(join(folder, `${size}.webp`));

async function keep(drawn, folder, sizes, quality) {
  mkdirSync(folder, { recursive: true });
  const { pixels, width, height } = drawn;
  await Promise.all(
    sizes.map(size =>
      sharp(pixels, { raw: { width, height, channels: 3 } })
        .resize(size)
        .webp({ quality, effort: 4, smartSubsample: true })
        .toFile(join(folder, `${size}.webp`)),
    ),
  );
}

const folderOf = (name, finish, view) => join(FOLDER, `${name}-${finish}`, view === 'front' ? '' : view);

async function drawShape(name, shape) {
  for (const view of Object.keys(shape.views)) {
    if (!wanted(name, view)) continue;
    const missing = finishesOf(shape).filter(finish => lacks(folderOf(name, finish, view), 160));
    if (missing.length === 0) continue;
    const started = Date.now();
    const { things, view: camera } = viewOf(shape, view);
    const seen = look(things, camera, DRAWN, DRAWN);
    for (const finish of missing)
      await keep(shade(seen, finish), folderOf(name, finish, view), SIZES, view === 'front' ? 82 : 74);
    console.log(`${name}, ${view}: ${Math.round((Date.now() - started) / 1000)} s`);
  }
}

async function drawScene(folder, scene, width, height, sizes, quality) {
  if (!lacks(folder, sizes[0])) return;
  const started = Date.now();
  const { things, view } = scene.arranged();
  await keep(shade(look(things, view, width, height)), folder, sizes, quality);
  console.log(`${folder}: ${Math.round((Date.now() - started) / 1000)} s`);
}

const titled = slug => slug.replace(/(^|-)(\w)/g, (_, dash, letter) => (dash && ' ') + letter.toUpperCase());

/** A list stands in one line where it fits, as the formatter has it. */
function shortList(list, inner) {
  const line = `[${inner.replace(/\s+/g, ' ')}]`;
  return line.length < 92 ? line : list;
}

/** Lists what has been drawn: a view counts once it is there in every finish. */
function manifest() {
  const drawn = (name, shape) =>
    Object.keys(shape.views).filter(view =>
      finishesOf(shape).every(finish => existsSync(join(folderOf(name, finish, view), '160.webp'))),
    );
  const shapes = Object.entries(SHAPES)
    .map(([name, shape]) => [
      name,
      { family: shape.family, finishes: finishesOf(shape), views: drawn(name, shape) },
    ])
    .filter(([, { views }]) => views.includes('front'));
  const used = new Set(Object.values(SHAPES).flatMap(finishesOf));
  const finishes = [...used].map(name => [name, { title: titled(name), hex: swatch(FINISHES[name]) }]);
  const categories = Object.entries(CATEGORIES).map(([name, { alt }]) => [
    name,
    { path: `/art/category-${name}`, alt },
  ]);
  const scenes = Object.entries(SCENES).map(([name, { alt }]) => [name, { path: `/art/scene-${name}`, alt }]);
  const all = Object.fromEntries(
    Object.entries({ shapes, finishes, categories, scenes }).map(([key, rows]) => [
      key,
      Object.fromEntries(rows),
    ]),
  );
  writeFileSync(MANIFEST, `${JSON.stringify(all, null, 2).replace(/\[\s+([^\]]*?)\s+\]/g, shortList)}\n`);
}

for (const [name, shape] of Object.entries(SHAPES)) await drawShape(name, shape);
for (const [name, scene] of Object.entries(CATEGORIES)) {
  if (wanted(name)) await drawScene(join(FOLDER, `category-${name}`), scene, 990, 660, SIZES, 84);
}
for (const [name, scene] of Object.entries(SCENES)) {
  if (wanted(name)) await drawScene(join(FOLDER, `scene-${name}`), scene, 1800, 720, [800, 1600], 86);
}
if (wanted('brand')) await drawBrand('src/client/public');
manifest();
