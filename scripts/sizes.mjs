#!/usr/bin/env node
// Measures, from the build's manifest, what pages make a browser load at first. Ends with 1 above a budget, or where any
// page of customers loads something of the back office. A step of `npm test`, which builds before it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from './stamp.mjs';

const CLIENT = join(ROOT, 'dist/client');
const ENTRY = 'src/client/entry-client.tsx';
const KB = 1000;

/** Most kB, compressed, of scripts and of styles. */
const BUDGETS = [
  { name: 'home', page: 'shop/home/home.tsx', js: 190, css: 20 },
  { name: 'listing', page: 'shop/listing/listing.tsx', js: 190, css: 20 },
  { name: 'product', page: 'shop/product/product.tsx', js: 200, css: 20 },
  { name: 'cart', page: 'shop/checkout/cart.tsx', js: 220, css: 20 },
  { name: 'checkout', page: 'shop/checkout/summary.tsx', js: 220, css: 20 },
  { name: 'thank-you', page: 'shop/checkout/thank-you.tsx', js: 220, css: 20 },
];

/** Most kB of scripts: the office's frame, what its pages share, once, and what each page adds. */
const OFFICE = { shell: 190, shared: 45, page: 40 };
const SHELL = ['admin-area.ts', 'admin-pages.ts', 'office-layout.tsx'];
/** No page of customers loads these. */
const STAFFS = /^src\/(?:client\/(?:ui\/record|features\/office|routes\/admin)\/|shared\/office-)/;

const modules = JSON.parse(readFileSync(join(CLIENT, '.vite/modules.json'), 'utf8'));
const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8'));

/** The files behind sources: an entry lists only its own, so what it imports is followed. */
function filesOf(...sources) {
  const found = new Set();
  const styles = new Set();
  const follow = name => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not part of the build`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const file of chunk.css ?? []) styles.add(file);
    for (const imported of chunk.imports ?? []) follow(imported);
  };
  for (const source of sources) follow(source);
  return { js: found, css: styles };
}

const sizes = new Map();

function sizeOf(files) {
  let bytes = 0;
  for (const file of files) {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(CLIENT, file)), { level: 9 }).length);
    bytes += sizes.get(file);
  }
  return bytes / KB;
}

let tooBig = 0;
for (const { name, page, js, css } of BUDGETS) {
  const files = filesOf(ENTRY, `src/client/routes/${page}`);
  const columns = [
    ['scripts', sizeOf(files.js), js],
    ['styles', sizeOf(files.css), css],
  ].map(([kind, size, most]) => {
    if (size > most) tooBig += 1;
    return `${kind} ${size.toFixed(1)} of ${most} kB${size > most ? ' TOO BIG' : ''}`;
  });
  console.log(`${name.padEnd(10)} ${columns.join(', ')}`);
}

const customers = Object.keys(manifest).filter(name => /^src\/client\/routes\/(?:shop|user)\//.test(name));
if (customers.length === 0) throw new Error('the build has no pages of customers');
let loadsOffice = 0;
for (const page of customers) {
  const found = [...filesOf(ENTRY, page).js].flatMap(file => modules[file]).filter(name => STAFFS.test(name));
  for (const module of found) console.log(`${page} loads ${module} of the back office`);
  loadsOffice += found.length;
}

/** Tells one sum of the office; what a guest of the shop has loaded already counts in the shell alone. */
function tellOffice(name, files, most) {
  const size = sizeOf(files);
  if (size > most) tooBig += 1;
  console.log(`${name.padEnd(10)} ${size.toFixed(1)} of ${most} kB${size > most ? ' TOO BIG' : ''}`);
}

const ADMIN = 'src/client/routes/admin/';
const shell = filesOf(ENTRY, ...SHELL.map(file => ADMIN + file)).js;
const pages = Object.keys(manifest).filter(
  name => name.startsWith(ADMIN) && !SHELL.some(file => name.endsWith(file)),
);
const added = pages.map(page => [page, [...filesOf(page).js].filter(file => !shell.has(file))]);
const isShared = file => added.filter(([, files]) => files.includes(file)).length > 1;
tellOffice('office', shell, OFFICE.shell);
tellOffice('  shared', new Set(added.flatMap(([, files]) => files.filter(isShared))), OFFICE.shared);
for (const [page, files] of added) {
  tellOffice(
    `  ${page.slice(ADMIN.length)}`,
    files.filter(file => !isShared(file)),
    OFFICE.page,
  );
}
process.exit(tooBig + loadsOffice > 0 ? 1 : 0);
