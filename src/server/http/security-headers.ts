import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Env } from '#server/env.ts';

/** The address that Google's sign-in button comes from. */
const GOOGLE = 'https://accounts.google.com/gsi';

type Directives = Record<string, string[]>;

/** Lists what a page may load, by directive; style attributes are allowed: widths and colours of data are set by them. */
function directivesOf(env: Env): Directives {
  const stripe = (...hosts: string[]) => (env.payments === 'stripe' ? hosts : []);
  const google = (...hosts: string[]) => (env.google ? hosts : []);
  const framed = [...stripe('https://js.stripe.com', 'https://hooks.stripe.com'), ...google(`${GOOGLE}/`)];
  return {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'script-src': ["'self'", ...stripe('https://js.stripe.com'), ...google(`${GOOGLE}/client`)],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", ...google(`${GOOGLE}/style`)],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...stripe('https://*.stripe.com')],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...stripe('https://api.stripe.com'), ...google(`${GOOGLE}/`)],
    'frame-src': framed.length > 0 ? framed : ["'none'"],
    ...(isHttps(env) && { 'upgrade-insecure-requests': [] }),
  };
}

const isHttps = ({ publicUrl }: Env) => publicUrl.startsWith('https://');

/**
 * Makes the policy of a page from its inline script, which is allowed by its hash: unlike a nonce that is the same
 * for everybody, so that a page can be kept. Only what the shop itself put there may be given, never what is found in
 * a page.
 */
export function pagePolicy(env: Env): (inlineScript: string) => string {
  const { 'script-src': scripts = [], ...others } = directivesOf(env);
  const rest = Object.entries(others).map(([name, values]) => [name, ...values].join(' '));
  return inlineScript => {
    const hash = createHash('sha256').update(inlineScript).digest('base64');
    return [`script-src ${scripts.join(' ')} 'sha256-${hash}'`, ...rest].join(';');
  };
}

/** Adds the headers that keep a page to itself. Pages replace the policy by their own (`pagePolicy`). */
export async function securityHeaders(app: FastifyInstance, env: Env): Promise<void> {
  const https = isHttps(env);
  app.addHook('onRoute', route => {
    if (route.config?.data) route.helmet = false;
  });
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: directivesOf(env) },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    // Sign-in with Google opens a window that answers to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  // The headers of a page cost more than the answer of a small call.
  const ofData = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
  };
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.data) reply.headers(ofData);
  });
}
