// @ts-check
/**
 * Places an order on account (Terms) over REST, with nothing but Node 20:
 *
 *   KNURL_URL=https://shop.example KNURL_API_KEY=… node order-on-terms.mjs --po PO-778 HP-4020-128-SN=10
 *
 * Prints the order as JSON. Ends with 1 when the order was refused, and says by the shop's own words why; with 2 when
 * it was called in a wrong way. `--job "Smith kitchen"` names the job, `--key K` makes calling it again harmless: the
 * same key never orders twice. A key for the API comes from signing in once:
 *
 *   KNURL_URL=… KNURL_EMAIL=… KNURL_PASSWORD=… node order-on-terms.mjs --make-key "Shop computer" --up-to 500
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';

/**
 * @typedef {{ productId: string, variantId: string, quantity: number }} Line
 * @typedef {{ _id: string, product: { _id: string }, productNum: string }} Variant
 * @typedef {{ total: number, subTotal: number, tax: number, shipping: number }} Figures
 * @typedef {{ name: string, email: string, phone: string }} User
 * @typedef {{ _id: string, orderNumber: number, status: string, total: number, poNumber: string, dueDate: string | null }} Order
 * @typedef {{ message: string, code: string, reason?: string, issues?: { path: (string | number)[], message: string }[] }} Refusal
 */

const url = (process.env.KNURL_URL ?? 'http://localhost:3000').replace(/\/$/, '');
const TRIES = 4;
/** Finding variants, their prices for this company, its buyer's name, and ordering. */
const SCOPES = ['catalogue:read', 'prices:read', 'company:read', 'orders:write'];

/** What the shop refused, in its own words; every error of the API has this one shape. */
class Refused extends Error {
  /** @param {Refusal} refusal */
  constructor({ message, reason, issues = [] }) {
    const fields = issues.map(({ path, message: said }) => `\n  ${path.join('.')} ${said}`);
    super(`${message}${fields.join('')}`);
    this.reason = reason;
  }
}

/**
 * One call. A shop that is busy (429) or can't be reached is asked again: reading changes nothing, and an order is
 * placed once however often it is sent with its key.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function call(method, path, body) {
  for (let left = TRIES - 1; ; left--) {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${process.env.KNURL_API_KEY ?? ''}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    }).catch(error => {
      if (left === 0) throw error;
      return null;
    });
    if (answer?.ok) return answer.json();
    if (answer && (answer.status !== 429 || left === 0)) throw new Refused(await answer.json());
    const seconds = Number(answer?.headers.get('retry-after') ?? 1);
    await new Promise(resolve => setTimeout(resolve, Math.min(seconds, 30) * 1000));
  }
}

/**
 * Product numbers are people's; the API speaks of variants by their ids.
 *
 * @param {string[]} wanted `NUMBER=quantity`
 * @returns {Promise<Line[]>}
 */
async function linesOf(wanted) {
  /** @type {Line[]} */
  const lines = [];
  for (const one of wanted) {
    const [, productNum = '', quantity] = /^(.+)=(\d+)$/.exec(one) ?? [];
    /** @type {Variant} */
    const variant = await call('GET', `/products/variant?${new URLSearchParams({ productNum })}`);
    lines.push({ productId: variant.product._id, variantId: variant._id, quantity: Number(quantity) });
  }
  return lines;
}

/**
 * The total that is sent is the one that was seen: where prices or stock changed in between the shop answers 409
 * `figures_changed` and does nothing. Over the company's credit it answers 503 `credit_limit`.
 *
 * @param {string[]} wanted
 * @param {{ poNumber: string, orderName: string, idempotencyKey: string }} said
 * @returns {Promise<Order>}
 */
async function order(wanted, said) {
  /** @type {{ user: User | null }} */
  const { user } = await call('GET', '/users');
  if (!user) throw new Error('KNURL_API_KEY is missing.');
  const cart = await linesOf(wanted);
  const shippingMethod = 'local';
  /** @type {Figures} */
  const { total } = await call('PATCH', '/orders/getCost', { cart, shippingMethod });
  const { name, email, phone } = user;
  return call('POST', '/orders', {
    ...{ cart, shippingMethod, total, paymentType: 'Terms' },
    ...{ name, email, phone, ...said },
  });
}

/**
 * A key may do what it was made for, within the rights of who made it, until it ends (90 days unless `expiresAt` says
 * otherwise); it is shown this once. This one is for what this script does, and orders of up to an amount.
 *
 * @param {string} name
 * @param {number} onAccountUpTo
 * @returns {Promise<string>}
 */
async function makeKey(name, onAccountUpTo) {
  const headers = { 'content-type': 'application/json', origin: url };
  const login = { email: process.env.KNURL_EMAIL, password: process.env.KNURL_PASSWORD };
  const signedIn = await fetch(`${url}/api/v1/users/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(login),
  });
  if (!signedIn.ok) throw new Refused(/** @type {Refusal} */ (await signedIn.json()));
  const { secondStep } = /** @type {any} */ (await signedIn.json());
  if (secondStep)
    throw new Error('This account signs in with a second factor: make the key in its settings.');
  const cookie = signedIn.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ');
  const made = await fetch(`${url}/trpc/apiKeys.create`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify({ name, scopes: SCOPES, onAccountUpTo }),
  });
  const answer = /** @type {any} */ (await made.json());
  if (!made.ok) throw new Refused(answer.error.data);
  return answer.result.data.key;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    po: { type: 'string', default: '' },
    job: { type: 'string', default: '' },
    key: { type: 'string' },
    'make-key': { type: 'string' },
    'up-to': { type: 'string', default: '1000' },
  },
});
const isOrder = positionals.length > 0 && positionals.every(one => /^.+=\d+$/.test(one));
if (values['make-key'] === undefined && !isOrder) {
  process.stderr.write(
    'usage: node order-on-terms.mjs [--po PO] [--job NAME] [--key KEY] NUMBER=QUANTITY …\n',
  );
  process.exit(2);
}
try {
  const said = { poNumber: values.po, orderName: values.job, idempotencyKey: values.key ?? randomUUID() };
  const made = values['make-key']
    ? await makeKey(values['make-key'], Number(values['up-to']))
    : await order(positionals, said);
  process.stdout.write(`${typeof made === 'string' ? made : JSON.stringify(made, null, 2)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
