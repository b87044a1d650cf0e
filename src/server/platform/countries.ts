/** Where a visitor is, as far as the proxy in front says; a warning follows from it, never a block (R6.8). */
export interface Whereabouts {
  allowedCountry: boolean;
  /** English name of the country; null where it is not known. */
  country: string | null;
}

export interface CountryPolicy {
  /** Name of the header in which the proxy tells the country (ISO 3166-1 alpha-2); null: nobody is asked. */
  header: string | null;
  /** Countries where the service is available; empty: all but the blocked ones. */
  allowed: readonly string[];
  blocked: readonly string[];
}

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** What proxies say of those whose country they do not know, and of Tor. */
const unknown = new Set(['XX', 'T1', 'ZZ']);

/** R3.1 allowedCountry and country, R6.8. A country that is not known is on no list. */
export function whereaboutsOf(policy: CountryPolicy, headers: Headers): Whereabouts {
  const code = policy.header === null ? '' : (headers.get(policy.header) ?? '').trim().toUpperCase();
  if (policy.header === null) return { allowedCountry: true, country: null };
  const isKnown = /^[A-Z]{2}$/.test(code) && !unknown.has(code);
  const country = isKnown ? (names.of(code) ?? null) : null;
  const isListed = policy.allowed.length === 0 || (isKnown && policy.allowed.includes(code));
  return { allowedCountry: isListed && !(isKnown && policy.blocked.includes(code)), country };
}
