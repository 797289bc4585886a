import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { type Answer, Answered } from '#client/ui/list/answered.tsx';
import { readListAddress, useListAddress } from '#client/ui/list/list-address.ts';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { pageSize } from '#client/ui/list/page-size.ts';

const at = (query: string, shown: ReactNode) =>
  renderToStaticMarkup(<MemoryRouter initialEntries={[`/list${query}`]}>{shown}</MemoryRouter>);

function Href({ changes }: { changes: Record<string, string> }) {
  return useListAddress().hrefWith(changes);
}

describe('the address of a list', () => {
  it.each(['', '?page=0', '?page=-1', '?page=1.5', '?page=1e9', '?page=x'])('%s is its first page', query => {
    expect(readListAddress(new URLSearchParams(query)).page).toBe(1);
  });

  it.each<[Record<string, string>, string]>([
    [{ page: '4' }, '?sort=name&amp;search=oak&amp;page=4'],
    [{ search: '' }, '?sort=name'],
    [{ sort: '-name' }, '?search=oak&amp;sort=-name'],
    [{}, '?sort=name&amp;search=oak'],
  ])('with %j begins at the first page, unless it is one that is asked for', (changes, href) => {
    expect(at('?sort=name&search=oak&page=3', <Href changes={changes} />)).toBe(href);
  });

  it.each([
    ['', 25],
    ['100', 100],
    ['101', 25],
    ['0', 25],
    ['2.5', 25],
  ])('asks with limit=%s for %i rows', (text, rows) => {
    expect(pageSize(text)).toBe(rows);
  });
});

function Rows({ total }: { total: number }) {
  return (
    <PageOf address={useListAddress()} total={total} perPage={25} nothing="nothing">
      rows
    </PageOf>
  );
}

describe('a page of a list', () => {
  it('shows its rows and the way to the others', () => {
    const shown = at('?page=2', <Rows total={51} />);
    expect(shown).toMatch(/^rows<nav/);
    expect(shown).toContain('href="/list?page=3"');
    expect(at('', <Rows total={25} />)).toBe('rows');
  });

  it('says that there is none, or no such page', () => {
    expect(at('?page=2', <Rows total={0} />)).toBe('nothing');
    const beyond = at('?search=oak&page=3', <Rows total={50} />);
    expect(beyond).toContain('There is no such page.');
    expect(beyond).toContain('href="/list?search=oak"');
    expect(beyond).not.toContain('rows');
  });
});

describe('what was answered', () => {
  const shown = (answer: Partial<Answer<string>>) =>
    at(
      '',
      <Answered
        answer={{ data: undefined, error: null, isPlaceholderData: false, refetch: () => null, ...answer }}
        failure={error => `Failed: ${error}`}
      >
        {data => data}
      </Answered>,
    );

  it('is waited for, shown, kept while the next is on its way, and kept beside a failure', () => {
    expect(shown({})).toBe('<p role="status">Loading…</p>');
    expect(shown({ data: 'rows' })).toBe('<div aria-busy="false">rows</div>');
    expect(shown({ data: 'rows', isPlaceholderData: true })).toMatch(/aria-busy="true">rows/);
    expect(shown({ error: 'why' })).toMatch(/^<p role="alert">Failed: why/);
    expect(shown({ error: 'why', data: 'rows' })).toMatch(/Failed: why.*rows/);
  });
});
