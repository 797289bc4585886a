import { refusal } from '#client/refusal.ts';

export function missingPage(): never {
  throw new Response('', { status: 404, statusText: 'Not Found' });
}

/** The answer of a call that a page cannot do without; a 404 of the call is the page's. */
export async function found<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { status } = refusal(error);
    // A malformed id is an address that leads nowhere, too.
    if (status === 404 || status === 400) missingPage();
    throw error;
  }
}
