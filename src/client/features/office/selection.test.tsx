import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { rangeOf, type Selection, useSelection } from '#client/features/office/selection.ts';
import { setStage } from '#client/ui/stage.test-support.ts';

const stage = setStage();

let selection: Selection<string>;
function List({ of }: { of: string }) {
  selection = useSelection<string>(of);
  return <p>{[...selection.chosen.keys()].join(' ')}</p>;
}
const shown = () => stage.page.textContent;

describe('rows that are chosen', () => {
  it('stay over the pages of a list, and go with another view of it', () => {
    stage.show(<List of="toPick" />);
    act(() => selection.choose([['a', 'Submitted']], true));
    act(() => {
      selection.choose([['b', 'Submitted']], true);
      selection.choose([['c', 'Submitted']], true);
    });
    act(() => selection.choose([['b', '']], false));
    expect(shown()).toBe('a c');
    expect(selection.chosen.get('a')).toBe('Submitted');
    stage.show(<List of="toPick" />);
    expect(shown()).toBe('a c');
    stage.show(<List of="ready" />);
    expect(shown()).toBe('');
    // Nor do they come back with it.
    stage.show(<List of="toPick" />);
    expect(shown()).toBe('');
  });

  it('are not those of a list that is not shown any more, when they are told late', () => {
    stage.show(<List of="toPick" />);
    const { choose } = selection;
    stage.show(<List of="ready" />);
    act(() => selection.choose([['b', 'Ready']], true));
    act(() => choose([['a', 'Submitted']], true));
    expect(shown()).toBe('b');
  });

  it.each<[number, number, string]>([
    [1, 3, 'bcd'],
    [3, 1, 'bcd'],
    [2, 2, 'c'],
    [-1, 2, 'c'],
  ])('in a row, from %i to %i, are %s', (from, to, rows) => {
    expect(rangeOf([...'abcde'], from, to).join('')).toBe(rows);
  });
});
