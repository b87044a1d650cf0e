export interface Whereabouts {
  allowedCountry: boolean;
  country: string | null;
}

export interface CountryPolicy {
  header: string | null;
  allowed: readonly string[];
  blocked: readonly string[];
}

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const unknown = new Set(['XX', 'T1', 'ZZ']);

/** R3.1, R6.8. */
export function whereaboutsOf(policy: CountryPolicy, headers: Headers): Whereabouts {
  const code = policy.header === null ? '' : (headers.get(policy.header) ?? '').trim().toUpperCase();
  if (policy.header === null) return { allowedCountry: true, country: null };
  const isKnown = /^[A-Z]{2}$/.test(code) && !unknown.has(code);
  const country = isKnown ? (names.of(code) ?? null) : null;
  const isListed = policy.allowed.length === 0 || (isKnown && policy.allowed.includes(code));
  return { allowedCountry: isListed && !(isKnown && policy.blocked.includes(code)), country };
}
