/** A review that was begun before its writer signed in: it is there again when they come back. */
export interface ReviewDraft {
  product: string;
  rating: number;
  title: string;
  text: string;
}

const KEY = 'reviewDraft';

export function keepDraft(draft: ReviewDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Without storage it has to be written again.
  }
}

/** Hands out what was kept of this product, once. */
export function takeDraft(product: string): ReviewDraft | null {
  try {
    const draft: ReviewDraft = JSON.parse(sessionStorage.getItem(KEY) ?? '');
    if (draft.product !== product) return null;
    sessionStorage.removeItem(KEY);
    return draft;
  } catch {
    return null;
  }
}
