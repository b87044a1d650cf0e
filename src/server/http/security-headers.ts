import type { MiddlewareHandler } from 'hono';
import type { PolicySources } from './tracker-policy.ts';

/** @param connectTo further origins; null: no policy, because Vite inlines scripts @param publicUrl null: not known */
export function securityHeaders(
  connectTo: readonly string[] | null,
  trackers: PolicySources,
  publicUrl: string | null,
): MiddlewareHandler {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
  };
  // Not for subdomains, which may be other services of the operator.
  if (publicUrl?.startsWith('https:')) headers['strict-transport-security'] = 'max-age=31536000';
  if (connectTo !== null)
    headers['content-security-policy'] = [
      "default-src 'none'",
      ["script-src 'self'", ...trackers.script].join(' '),
      "style-src 'self'",
      ["connect-src 'self'", ...connectTo, ...trackers.connect].join(' '),
      ["img-src 'self' data:", ...trackers.image].join(' '),
      "font-src 'self'",
      "media-src 'self' blob:",
      "worker-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; ');
  return async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  };
}
