import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { type Column, IndexTable } from '#client/features/office/index-table.tsx';
import type { ListLook } from '#client/features/office/list-look.ts';

const COLUMNS: readonly Column<string>[] = [
  { id: 'name', head: 'Name', cell: name => name },
  { id: 'size', head: 'Size', cell: name => name.length },
  { id: 'begins', head: 'Begins', cell: ([first]) => first },
];

const shown = (look?: ListLook) => {
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <IndexTable
        label="Woods"
        columns={COLUMNS}
        rows={['oak', 'maple']}
        keyOf={name => name}
        sort=""
        hrefOfSort={() => ''}
        {...(look && { look })}
      />
    </MemoryRouter>,
  );
  const { body } = new DOMParser().parseFromString(page, 'text/html');
  return [...body.querySelectorAll('tr')].map(row => [...row.cells].map(cell => cell.textContent).join(' '));
};

it('a list shows all its columns, or those that somebody chose, in their order', () => {
  expect(shown()).toEqual(['Name Size Begins', 'oak 3 o', 'maple 5 m']);
  const look: ListLook = { columns: ['name', 'begins', 'gone'], density: 'compact' };
  expect(shown(look)).toEqual(['Name Begins', 'oak o', 'maple m']);
});

it('a column of words may take more lines, figures never do', () => {
  const columns: readonly Column<string>[] = [
    { id: 'name', head: 'Name', isText: true, cell: name => name },
    { id: 'size', head: 'Size', isFigure: true, cell: name => name.length },
  ];
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <IndexTable
        {...{ label: 'Woods', columns, rows: ['oak'], sort: '' }}
        keyOf={name => name}
        hrefOfSort={() => ''}
      />
    </MemoryRouter>,
  );
  const { body } = new DOMParser().parseFromString(page, 'text/html');
  const within = [...body.querySelectorAll('tbody tr > *')].map(cell => cell.firstElementChild?.className);
  expect(within).toEqual([expect.stringContaining('text'), undefined]);
});
