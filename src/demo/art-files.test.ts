import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#server/database/migrate.ts';
import art from './art.json' with { type: 'json' };

const PUBLIC = join(ROOT, 'src/client/public');
const size = (path: string) => statSync(join(PUBLIC, path), { throwIfNoEntry: false })?.size ?? 0;

describe('the pictures that come with the shop', () => {
  it.each(Object.entries(art.shapes))(
    '%s has each of its views in each of its finishes',
    (shape, { finishes, views }) => {
      const wanted = finishes.flatMap(finish =>
        views.flatMap(view =>
          [160, 400, 800].map(
            wide => `/art/${shape}-${finish}/${view === 'front' ? '' : `${view}/`}${wide}.webp`,
          ),
        ),
      );
      expect(wanted.filter(path => size(path) === 0)).toEqual([]);
    },
  );

  it('knows a title and a colour of every finish', () => {
    const used = new Set(Object.values(art.shapes).flatMap(({ finishes }) => finishes));
    expect([...used].filter(finish => !Object.hasOwn(art.finishes, finish))).toEqual([]);
    for (const { hex } of Object.values(art.finishes)) expect(hex).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('has each category’s and scene’s picture, light enough for a first page', () => {
    const categories = Object.values(art.categories).flatMap(({ path }) =>
      [160, 400, 800].map(wide => `${path}/${wide}.webp`),
    );
    const scenes = Object.values(art.scenes).flatMap(({ path }) =>
      [800, 1600].map(wide => `${path}/${wide}.webp`),
    );
    expect([...categories, ...scenes].filter(path => size(path) === 0 || size(path) > 60_000)).toEqual([]);
  });

  it('is no more than 12 MB in all', () => {
    const files = readdirSync(PUBLIC, { recursive: true, withFileTypes: true }).filter(entry =>
      entry.isFile(),
    );
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(12_000_000);
  });
});
