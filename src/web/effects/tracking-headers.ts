import { clientIdOf } from './client-id.ts';

const fitsHeader = (value: string | null | undefined): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]{1,500}$/.test(value);

/** x-fbp (browser), x-fpc (click) and x-ga (analytics client) (R3.8). Their cookies require consent. */
export function trackingHeaders(cookies: string): Record<string, string> {
  const values = new Map(
    cookies.split(';').map((cookie) => {
      const [name = '', ...value] = cookie.trim().split('=');
      return [name, value.join('=')];
    }),
  );
  const headers = {
    'x-fbp': values.get('_fbp'),
    // Meta's own cookie first; `_fpc` is an alias.
    'x-fpc': [values.get('_fbc'), values.get('_fpc')].find(fitsHeader),
    'x-ga': clientIdOf(cookies),
  };
  return Object.fromEntries(
    Object.entries(headers).filter((header): header is [string, string] => fitsHeader(header[1])),
  );
}
