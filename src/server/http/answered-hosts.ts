import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { isProbe } from '#contract/server.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { refuseInWords } from './failures.ts';
import { hostOf, isHost } from './host-of.ts';
import type { RequestVariables } from './mount.ts';
import { isFromThisMachine } from './this-machine.ts';

const notItsOwn = /^(0\.0\.0\.0|::1?|localhost|127\..*)$/;

function hostsOf(config: { publicUrl: string; host: string }): (asked: string) => boolean {
  const { protocol, host } = new URL(config.publicUrl);
  const own = notItsOwn.test(config.host)
    ? null
    : new URL(`http://${config.host.includes(':') ? `[${config.host}]` : config.host}`).hostname;
  return (asked) =>
    new URL(`${protocol}//${asked}`).host === host || new URL(`http://${asked}`).hostname === own;
}

/** If PUBLIC_URL is set, rejects other hosts, except this computer and health checks. */
export function answeredHosts(config: {
  publicUrl: string | null;
  host: string;
}): MiddlewareHandler<{ Variables: RequestVariables }> {
  const { publicUrl } = config;
  const isNamed = publicUrl === null ? () => true : hostsOf({ ...config, publicUrl });
  return async (context, next) => {
    const asked = hostOf(context);
    if (!isHost(asked)) return refuseInWords(new Refusal('malformedHost'), context);
    const { incoming }: Partial<HttpBindings> = context.env ?? {};
    const isAnswered =
      isNamed(asked) || incoming === undefined || isProbe(context.req.path) || isFromThisMachine(context);
    if (isAnswered) return next();
    return refuseInWords(
      new Refusal('unknownHost', {
        message: `This server answers only at ${publicUrl}. Open that address. If this server runs behind a proxy, the proxy must forward the Host header.`,
      }),
      context,
    );
  };
}
