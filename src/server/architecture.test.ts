import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PAGE = readFileSync('docs/ARCHITECTURE.md', 'utf8');
const TABLE = PAGE.slice(PAGE.indexOf('| for | open |')).split('\n').slice(2).filter(Boolean);

/** Lists the files that a cell names; those without a folder lie beside the one before. */
function filesIn(cell: string): string[] {
  let folder = 'src';
  return [...cell.matchAll(/`([\w./-]+\.\w+|[\w-]+\/[\w./-]+)`/g)].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return [];
    const file = name.startsWith('/') ? name.slice(1) : join(name.includes('/') ? 'src' : folder, name);
    folder = /\.\w+$/.test(file) ? dirname(file) : file;
    return [file];
  });
}

describe('the page about the architecture', () => {
  it('is a page', () => {
    expect(PAGE.split('\n').length).toBeLessThanOrEqual(70);
  });

  it('names files that are there', () => {
    const named = TABLE.flatMap(row => filesIn(row.split('|')[2] ?? ''));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(file => !existsSync(file))).toEqual([]);
  });

  it.each([
    'where a set’s price is made',
    'which rule rounds tax',
    'why a mail was not sent',
    'what ends a session',
  ])('answers %s', question => {
    expect(TABLE.filter(row => row.split('|')[1]?.includes(question.replace('’', "'")))).toHaveLength(1);
  });
});

const STAFFS =
  /#client\/features\/office\/|#shared\/(?:schemas\/(?:staff-\w+|comments|cursor)|rules\/(?:history-words|order-events|comments))\.ts/;
const OFFICE = [join('routes', 'admin'), join('features', 'office')];

it('no page of the shop loads what only staff are shown', () => {
  const shops = readdirSync('src/client', { recursive: true, encoding: 'utf8' }).filter(
    path => /\.tsx?$/.test(path) && !OFFICE.some(folder => path.startsWith(folder)),
  );
  expect(shops.length).toBeGreaterThan(100);
  expect(shops.filter(path => STAFFS.test(readFileSync(join('src/client', path), 'utf8')))).toEqual([]);
});
