import { beforeEach, expect, it } from 'vitest';
import { keepDraft, type ReviewDraft, takeDraft } from '#client/routes/shop/product/review-draft.ts';

const draft: ReviewDraft = { product: 'a', rating: 4, title: 'Solid', text: 'Holds.' };
beforeEach(() => sessionStorage.clear());

it('a draft is handed out once, for its own product alone', () => {
  keepDraft(draft);
  expect(takeDraft('b')).toBeNull();
  expect(takeDraft('a')).toEqual(draft);
  expect(takeDraft('a')).toBeNull();
});

it('what is no draft is none', () => {
  sessionStorage.setItem('reviewDraft', '{');
  expect(takeDraft('a')).toBeNull();
});
