import { expect, it } from 'vitest';

it('dialogs open in one way, so that notices are drawn above whichever is open', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  const filesWith = (text: RegExp) =>
    Object.keys(sources)
      .filter(file => text.test(sources[file] ?? ''))
      .sort();
  expect(filesWith(/\bshowModal\b|\bshowPopover\b/)).toEqual(['./modal.ts']);
  expect(filesWith(/<dialog\b/)).toEqual(['./dialog.tsx', './sheet.tsx']);
});
