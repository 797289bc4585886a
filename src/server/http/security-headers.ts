import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Env } from '#server/env.ts';

/** Where Google's sign-in button comes from. */
const GOOGLE = 'https://accounts.google.com/gsi';

/**
 * The headers that keep a page to itself. Pages put `reply.cspNonce.script` and `.style` on what they bring inline;
 * style attributes are allowed: widths and colours of data are set by them.
 */
export async function securityHeaders(app: FastifyInstance, env: Env): Promise<void> {
  const https = env.publicUrl.startsWith('https://');
  const stripe = (...hosts: string[]) => (env.payments === 'stripe' ? hosts : []);
  const google = (...hosts: string[]) => (env.google ? hosts : []);
  app.addHook('onRoute', route => {
    if (route.config?.data) route.helmet = false;
  });
  const framed = [...stripe('https://js.stripe.com', 'https://hooks.stripe.com'), ...google(`${GOOGLE}/`)];
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        scriptSrc: ["'self'", ...stripe('https://js.stripe.com'), ...google(`${GOOGLE}/client`)],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", ...google(`${GOOGLE}/style`)],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...stripe('https://*.stripe.com')],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...stripe('https://api.stripe.com'), ...google(`${GOOGLE}/`)],
        frameSrc: framed.length > 0 ? framed : ["'none'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    // Sign-in with Google opens a window that answers to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  // A page's policy, made anew with its nonces, costs as much as the answer of a small call.
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
