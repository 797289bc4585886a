import { expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { QuoteState } from '#client/routes/shop/checkout/saved-carts/quote-state.tsx';
import { SavedCartSummary } from '#client/routes/shop/checkout/saved-carts/saved-cart-summary.tsx';
import type { SavedCart } from '#shared/schemas/carts.ts';

const api = setApi();

// Late on the 27th in the shop, and the 28th where most browsers are.
const cart = {
  ...{ _id: 'cart', state: 'quoted', quotedShipping: null, quoteNotes: '' },
  quotedUntil: '2126-11-28T05:59:59.999Z',
} as unknown as SavedCart;
const show = async (more: object = {}) => {
  api.answers['site.get'] = () => ({ site: { timeZone: 'America/Chicago' } });
  await api.show(<QuoteState key="quote" cart={{ ...cart, ...more }} />);
};

it('a quote ends on the shop’s day, as the mail of it says', async () => {
  await show();
  expect(api.page.textContent).toContain('Quoted until November 27, 2126.');
});

it('asking again begins in the message, and goes back to where it came from', async () => {
  await show();
  await api.press('Ask for other prices');
  expect(document.activeElement).toBe(api.field('Your message'));
  await api.press('Leave it');
  expect(document.activeElement).toBe(api.button('Ask for other prices'));
  await api.press('Ask for other prices');
  api.button('Send').focus();
  await api.submit();
  expect(api.page.textContent).toContain('Your message is needed: say what you would like');
  expect(document.activeElement).toBe(api.field('Your message'));
  await api.type('Your message', '9.50 and we take them');
  api.answers['carts.askAgain'] = () => {
    throw refused('cart_state');
  };
  await api.submit();
  expect(api.sentTo('carts.askAgain')).toEqual([{ _id: 'cart', notes: '9.50 and we take them' }]);
  expect(api.field('Your message').value).toBe('9.50 and we take them');
});

it('once it was sent back, whoever did goes on from what it says of the cart', async () => {
  await show();
  await api.press('Ask for other prices');
  await api.type('Your message', '9.50 and we take them');
  api.answers['carts.askAgain'] = () => ({ ...cart, state: 'bid', quotedUntil: null });
  await api.submit();
  await show({ state: 'bid', quotedUntil: null });
  expect(document.activeElement?.tagName).toBe('P');
  expect(document.activeElement?.textContent).toContain('Sent to us as a bid.');
});

it('a quote that is short of goods says what can be done, which is not to change it', async () => {
  const summary = (state: string) =>
    api.show(
      <SavedCartSummary
        cart={
          {
            ...{ ...cart, state, itemCount: 200, subTotal: 1980 },
            cart: [{ _id: 'line', gone: false, short: 17, priceWas: null }],
          } as unknown as SavedCart
        }
        isSaving={false}
        others={[]}
        onAddAll={() => undefined}
        onAcceptPrices={undefined}
        onRemoveGone={undefined}
      />,
    );
  await summary('quoted');
  expect(api.page.textContent).not.toContain('lower their quantities');
  expect(api.page.textContent).toContain('Call us or write to us, or ask for other prices');
  // A sentence in pieces would stand in columns.
  const sentence = api.page.querySelector('a[href="/contact"]')?.parentElement;
  expect([sentence?.tagName, sentence?.parentElement?.childNodes.length]).toEqual(['SPAN', 1]);
  await summary('bid');
  expect(api.page.textContent).toContain('Call us or write to us.');
  await summary('saved');
  expect(api.page.textContent).toContain('please lower their quantities or remove them');
});
