import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DimensionDrawing } from '#client/routes/shop/product/dimension-drawing.tsx';
import { drawingFamily, drawnViews } from '#client/routes/shop/product/drawing-forms.ts';
import type { Dimensions } from '#shared/schemas/products.ts';

const mm = (value: number) => ({ mm: value, unit: 'mm' as const });
const inches = (value: number) => ({ mm: value * 25.4, unit: 'in' as const });

const PULL: Dimensions = {
  centerToCenter: mm(96),
  length: mm(136),
  projection: inches(1.25),
  thickness: mm(12),
};
const KNOB: Dimensions = { diameter: inches(1.25), projection: inches(1) };

function drawn(family: Parameters<typeof drawnViews>[0], dimensions: Dimensions, title = 'A thing') {
  const host = document.createElement('div');
  host.innerHTML = renderToStaticMarkup(
    <DimensionDrawing family={family} dimensions={dimensions} title={title} />,
  );
  const svg = host.querySelector('svg');
  if (!svg) throw new Error('Nothing was drawn.');
  return svg;
}
const written = (svg: Element) =>
  [...svg.querySelectorAll('text')].map(text =>
    text.textContent?.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-'),
  );

describe('the drawing of a product with its measures', () => {
  it('writes every measure in both units, the maker’s first', () => {
    expect(written(drawn('pull', PULL))).toEqual(
      expect.arrayContaining(['96 mm (3.78")', '136 mm (5.35")', '1-1/4" (31.8 mm)', '12 mm (0.47")']),
    );
    expect(written(drawn('knob', KNOB))).toEqual(
      expect.arrayContaining(['1-1/4" (31.8 mm)', '1" (25.4 mm)']),
    );
  });

  it('draws to scale: the holes of a pull stand as far apart as its measure says', () => {
    const [front] = drawnViews('pull', PULL);
    const spacing = front?.measures.find(({ name }) => name === 'centerToCenter');
    const whole = front?.measures.find(({ name }) => name === 'length');
    expect(spacing && spacing.to - spacing.from).toBe(96);
    expect(whole && [whole.from, whole.to]).toEqual([0, 136]);
  });

  it('writes no measure that nobody gave', () => {
    const texts = written(drawn('knob', { diameter: mm(30) }));
    expect(texts.filter(text => text?.includes('mm'))).toEqual(['30 mm (1.18")']);
  });

  it('says in words what it shows', () => {
    const svg = drawn('knob', KNOB, 'Hollis Knob <b>');
    const ids = svg.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const [title, description] = ids.map(id => svg.querySelector(`[id="${id}"]`)?.textContent);
    expect(svg.getAttribute('role')).toBe('img');
    expect(title).toBe('Dimensions of Hollis Knob <b>');
    expect(description).toContain('Diameter');
    expect(description).toContain('Projection');
    expect(svg.querySelector('b')).toBeNull();
  });

  it.each([
    ['knob', { width: mm(30), height: mm(20) }],
    ['knob', { length: mm(50), width: mm(20), projection: mm(30) }],
    ['pull', { centerToCenter: mm(1000), projection: mm(40) }],
    ['pull', { centerToCenter: mm(32), length: mm(20) }],
    ['cup pull', { centerToCenter: mm(76), length: mm(90), height: mm(35), projection: mm(25) }],
    ['concealed hinge', { diameter: mm(35) }],
    ['leaf hinge', { height: inches(3), width: inches(2), thickness: mm(2) }],
    ['slide', { length: inches(22), thickness: inches(0.5) }],
    ['leg', { height: inches(28), width: inches(2) }],
  ] as const)('a %s of %o stays on its sheet', (family, dimensions) => {
    const svg = drawn(family, dimensions);
    const [, , wide = 0, high = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
    expect(svg.outerHTML).not.toMatch(/NaN|Infinity|undefined/);
    for (const view of svg.querySelectorAll(':scope > g')) {
      const [x = -1, y = -1] = (view.getAttribute('transform') ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [];
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      for (const text of view.querySelectorAll('text')) {
        expect(y + Number(text.getAttribute('y'))).toBeLessThan(high);
        expect(x + Number(text.getAttribute('x'))).toBeLessThan(wide);
      }
    }
  });
});

describe('what a product is drawn as', () => {
  it.each([
    ['Knob', KNOB, '', 'knob'],
    ['Pull', PULL, '/art/bar-pull-white', 'pull'],
    ['Pull', PULL, '/art/cup-pull-white', 'cup pull'],
    ['Hinge', { diameter: mm(35) }, '', 'concealed hinge'],
    ['Hinge', { height: mm(76), width: mm(50) }, '', 'leaf hinge'],
    ['Slide', { length: mm(450) }, '', 'slide'],
    ['Leg', { height: mm(150) }, '', 'leg'],
    ['Knob', {}, '', null],
    ['Fastener', { length: mm(30) }, '', null],
  ] as const)('a %s', (type, dimensions, picture, family) => {
    expect(drawingFamily(type, dimensions, picture)).toBe(family);
  });
});
