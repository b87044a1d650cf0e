import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Headers that proxies, CDNs and tunnels add, unlike browsers. */
const ofProxies = new RegExp(
  `^(${[
    'forwarded',
    'via',
    'x-forwarded.*',
    'x-real-ip',
    'x-(client|cluster-client|remote|proxyuser)-(ip|addr)',
    '(true-)?client-ip',
    'x-original-.*',
    'x-host',
    'cdn-loop',
    'x-(request-start|varnish|cloud-trace-context|amz-cf-id|amzn-trace-id)',
    '(x-)?(cf|fastly|fly|envoy|azure|arr|vercel|nf|appengine|akamai|ngrok|tailscale|proxy)-.*',
  ].join('|')})$`,
);

function isForwarded(headers: Headers): boolean {
  return [...headers.keys()].some((name) => ofProxies.test(name.toLowerCase()));
}

/**
 * Recognizes this computer by its loopback address and name, through no proxy. Protects `/dev/*` and the
 * stand-ins, which need no sign-in. HTTP/1.0 counts as a proxy: nginx uses it upstream without adding
 * headers.
 */
export function isFromThisMachine({ env, req }: Context): boolean {
  const { incoming }: Partial<HttpBindings> = env ?? {};
  return (
    loopback.test(incoming?.socket.remoteAddress ?? '') &&
    localHost.test(req.header('host')?.toLowerCase() ?? '') &&
    incoming?.httpVersion !== '1.0' &&
    !isForwarded(req.raw.headers)
  );
}
