import { type APIRequestContext, expect, request } from '@playwright/test';
import { PASSWORD, PEOPLE } from './people.ts';
import type { Shop } from './shop.ts';

/** Asks a path of `/api/v1` as whoever is signed in with it; what is no success ends the test. */
export type Ask = <T = Record<string, unknown>>(method: string, path: string, data?: object) => Promise<T>;

export const asking =
  (requests: APIRequestContext, base = ''): Ask =>
  async <T>(method: string, path: string, data?: object) => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await requests.fetch(`${base}/api/v1${path}`, { method, headers, ...(data && { data }) });
    const body = await answer.text();
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${body}`).toBe(true);
    return JSON.parse(body) as T;
  };

/** Signs in whoever uses these requests, or the page that they belong to, from now on. */
export const signInAs = (requests: APIRequestContext, email: string, base = '') =>
  asking(requests, base)('POST', '/users/login', { email, password: PASSWORD });

/** The requests of somebody of the staff, whose screens are still to come; whoever asked for them disposes of them. */
export async function staffOf({ url }: Shop, email: string = PEOPLE.admin): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL: url });
  await signInAs(context, email);
  return context;
}
