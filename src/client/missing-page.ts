import { refusal } from '#client/refusal.ts';

/** Marks the 404 of a menu's page that does not exist yet. */
export const LATER = 'later';

export function missingPage(because = ''): never {
  throw new Response(because, { status: 404, statusText: 'Not Found' });
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
