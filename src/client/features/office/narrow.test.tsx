import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { Narrow, NarrowChoice } from '#client/features/office/narrow.tsx';
import { useListAddress } from '#client/ui/list/list-address.ts';

function Searched({ hasChoices }: { hasChoices: boolean }) {
  const address = useListAddress();
  return (
    <Narrow address={address} name="Search the bids" label="Cart">
      {hasChoices && <NarrowChoice label="State" name="state" words={{ on: 'On' }} address={address} />}
    </Narrow>
  );
}

const buttons = (hasChoices: boolean) => {
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <Searched hasChoices={hasChoices} />
    </MemoryRouter>,
  );
  const { body } = new DOMParser().parseFromString(page, 'text/html');
  return [...body.querySelectorAll('button')].map(({ textContent }) => textContent);
};

it('a list with nothing to choose beside its search offers no filter', () => {
  expect(buttons(true)).toEqual(['Search', 'Filter']);
  expect(buttons(false)).toEqual(['Search']);
});
