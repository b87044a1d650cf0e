import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Account, ProviderContext } from './context.ts';
import { sameText } from './srp.ts';

/** The browsers' maximum. */
const rememberedSeconds = 400 * 86_400;

const cookieOf = ({ loginKey }: Account) => `hearthscribe_device_${loginKey.slice(0, 16)}`;

/**
 * A signed HttpOnly cookie per account, void after a password change. It grants no access; it only separates
 * the owner's attempts from strangers' (OWASP: device cookies).
 */
export function createDevices(provider: Pick<ProviderContext, 'keys' | 'clock' | 'random'>) {
  const signatureOf = ({ loginKey, user }: Account, device: string) =>
    createHmac('sha256', provider.keys.secret)
      .update(`device ${loginKey} ${user?.verifier} ${device}`)
      .digest('base64url');

  return {
    deviceOf(context: Context, account: Account): string | null {
      const [issued = '', nonce = '', signature = ''] = (getCookie(context, cookieOf(account)) ?? '').split(
        '.',
      );
      const device = `${issued}.${nonce}`;
      if (!sameText(signature, signatureOf(account, device))) return null;
      const age = provider.clock().getTime() / 1000 - Number.parseInt(issued, 36);
      return age <= rememberedSeconds ? device : null;
    },
    remember(context: Context, account: Account, isSecure: boolean): void {
      const issued = Math.floor(provider.clock().getTime() / 1000).toString(36);
      const device = `${issued}.${provider.random(18).toString('base64url')}`;
      setCookie(context, cookieOf(account), `${device}.${signatureOf(account, device)}`, {
        path: '/idp',
        httpOnly: true,
        sameSite: 'Strict',
        secure: isSecure,
        maxAge: rememberedSeconds,
      });
    },
  };
}
