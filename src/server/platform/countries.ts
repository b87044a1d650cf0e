/** A visitor's location according to the proxy; causes a warning, never a block (R6.8). */
export interface Whereabouts {
  allowedCountry: boolean;
  /** English name; null if unknown. */
  country: string | null;
}

export interface CountryPolicy {
  /** Header with the country (ISO 3166-1 alpha-2), set by the proxy; null: not used. */
  header: string | null;
  /** Where the service is available; empty: everywhere except the blocked countries. */
  allowed: readonly string[];
  blocked: readonly string[];
}

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Values for unknown countries and Tor. */
const unknown = new Set(['XX', 'T1', 'ZZ']);

/** R3.1, R6.8. An unknown country is on no list. */
export function whereaboutsOf(policy: CountryPolicy, headers: Headers): Whereabouts {
  const code = policy.header === null ? '' : (headers.get(policy.header) ?? '').trim().toUpperCase();
  if (policy.header === null) return { allowedCountry: true, country: null };
  const isKnown = /^[A-Z]{2}$/.test(code) && !unknown.has(code);
  const country = isKnown ? (names.of(code) ?? null) : null;
  const isListed = policy.allowed.length === 0 || (isKnown && policy.allowed.includes(code));
  return { allowedCountry: isListed && !(isKnown && policy.blocked.includes(code)), country };
}
