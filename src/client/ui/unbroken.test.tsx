import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Unbroken } from '#client/ui/unbroken.tsx';

describe('measures in a text', () => {
  it.each([
    ['Screw, 8-32 x 1-3/4"', 'Screw, 8-32 x <span class="nowrap">1-3/4&quot;</span>'],
    ['96 mm pull', '<span class="nowrap">96 mm</span> pull'],
    ['1/4 in', '<span class="nowrap">1/4</span> in'],
    ['Shelf Pin', 'Shelf Pin'],
    ['<b>3"</b>', '&lt;b&gt;<span class="nowrap">3&quot;</span>&lt;/b&gt;'],
  ])('of %s stay on one line', (text, html) => {
    expect(renderToStaticMarkup(<Unbroken text={text} />)).toBe(html);
  });
});
