import { type SourceField, type SourceInfo, visitFacts } from '#contract/visit.ts';
import { fitting } from './source-info.ts';
import { readFact } from './stored-facts.ts';

const fieldOfCookie: Readonly<Record<string, readonly [SourceField, RegExp]>> = {
  _fbc: ['fb_click_id', /^fb\.\d+\.\d+\.(.+)$/],
  _gcl_aw: ['gclid', /^GCL\.\d+\.(.+)$/],
  _gcl_gb: ['wbraid', /^GCL\.\d+\.(.+)$/],
  _gcl_ag: ['gbraid', /^2\.1\.k([^$]+)/],
  _rdt_cid: ['rdt_cid', /^(.+)$/],
  promotekit_referral: ['promotekit_referral', /^(.+)$/],
};

function namedByCookies(cookies: string): SourceInfo {
  const named: SourceInfo = {};
  for (const cookie of cookies.split(';')) {
    const at = cookie.indexOf('=');
    const [field, pattern] = fieldOfCookie[cookie.slice(0, at).trim()] ?? [];
    const value = pattern?.exec(decoded(cookie.slice(at + 1).trim()))?.[1];
    if (field !== undefined && value) named[field] = value;
  }
  return named;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The address takes priority. @param referral the window's `promotekit_referral`; ignored unless text */
export function sourceInfoOf(
  storage: Storage,
  { cookies, referral }: { cookies: string; referral: unknown },
): SourceInfo | null {
  const kept = readFact(storage, visitFacts.sourceInfo);
  const byScript: SourceInfo = typeof referral === 'string' ? { promotekit_referral: referral } : {};
  const found = fitting({ ...namedByCookies(cookies), ...byScript, ...kept });
  return Object.keys(found).length === 0 ? null : found;
}
