import type { DeepLink } from '#contract/deep-link.ts';
import { keysOf } from '#contract/unknown-values.ts';
import { type SourceField, type SourceInfo, sourceFields, visitFacts } from '#contract/visit.ts';
import { readFact, writeFact } from './stored-facts.ts';

const fieldOfParameter: Readonly<Record<string, SourceField>> = {
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
  gclid: 'gclid',
  gbraid: 'gbraid',
  wbraid: 'wbraid',
  fbclid: 'fb_click_id',
  rdt_cid: 'rdt_cid',
  promotekit_referral: 'promotekit_referral',
};

export const sourceParameters: readonly string[] = Object.keys(fieldOfParameter);

export interface Visit {
  href: string;
  referrer: string;
  userAgent: string;
  now: Date;
  link: DeepLink | null;
}

export function fitting(info: SourceInfo): SourceInfo {
  const fits: SourceInfo = {};
  for (const field of keysOf(sourceFields)) {
    const value = info[field];
    if (value) fits[field] = value.slice(0, sourceFields[field]);
  }
  return fits;
}

function namedIn(parameters: URLSearchParams, link: DeepLink | null): SourceInfo {
  const named: SourceInfo = {};
  for (const [parameter, field] of Object.entries(fieldOfParameter)) {
    const value = parameters.get(parameter);
    if (value) named[field] = value;
  }
  if (link?.uuid) named.deeplink_uuid = link.uuid;
  return named;
}

/** R3.7. A later source replaces the whole record, a deep link only the fields that it has. */
export function rememberSource(storage: Storage, visit: Visit): void {
  const { pathname, searchParams, origin } = new URL(visit.href);
  const named = namedIn(searchParams, visit.link);
  const kept = readFact(storage, visitFacts.sourceInfo);
  if (Object.keys(named).length === 0 && kept !== null) return;
  const isInternal = visit.referrer.startsWith(`${origin}/`);
  writeFact(
    storage,
    visitFacts.sourceInfo,
    fitting({
      ...(visit.link === null ? {} : kept),
      ...fitting(named),
      ...(isInternal || visit.referrer === '' ? {} : { referrer: visit.referrer }),
      landing_page: visit.link?.landingPage ?? pathname,
      user_agent: visit.userAgent,
      timestamp: visit.now.toISOString(),
    }),
  );
}
