import { clientIdOf } from './client-id.ts';

/** Only what a header may hold. */
const fitsHeader = (value: string | null | undefined): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]{1,500}$/.test(value);

/**
 * x-fbp (browser id), x-fpc (click id) and x-ga (client id of analytics) of R3.8, as far as their cookies are set, which
 * only consent brings about.
 */
export function trackingHeaders(cookies: string): Record<string, string> {
  const values = new Map(
    cookies.split(';').map((cookie) => {
      const [name = '', ...value] = cookie.trim().split('=');
      return [name, value.join('=')];
    }),
  );
  const headers = {
    'x-fbp': values.get('_fbp'),
    // Meta's own cookie first; `_fpc` is another name for it.
    'x-fpc': [values.get('_fbc'), values.get('_fpc')].find(fitsHeader),
    'x-ga': clientIdOf(cookies),
  };
  return Object.fromEntries(
    Object.entries(headers).filter((header): header is [string, string] => fitsHeader(header[1])),
  );
}
