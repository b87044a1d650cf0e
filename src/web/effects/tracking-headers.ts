const headerOfCookie: Readonly<Record<string, string>> = { _fbp: 'x-fbp', _fpc: 'x-fpc', _ga: 'x-ga' };

/** x-fbp, x-fpc and x-ga (R3.8) as far as their cookies are set, which only consent brings about. */
export function trackingHeaders(cookies: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const cookie of cookies.split(';')) {
    const [name, ...value] = cookie.trim().split('=');
    const header = headerOfCookie[name ?? ''];
    // Only what a header may hold.
    if (header !== undefined && /^[\x21-\x7e]{1,500}$/.test(value.join('=')))
      headers[header] = value.join('=');
  }
  return headers;
}
