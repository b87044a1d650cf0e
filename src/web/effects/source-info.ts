import type { SourceInfo } from '#contract/account.ts';
import { storedFacts } from '#contract/stored.ts';
import { readFact, writeFact } from './stored-facts.ts';

const fromAddress = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'gbraid',
  'wbraid',
  'rdt_cid',
] as const;

export interface Visit {
  /** Address of the page. */
  href: string;
  referrer: string;
  userAgent: string;
  now: Date;
}

/** Keeps where the user came from (R3.7) on their first visit; a later visit by a campaign's link replaces it. */
export function rememberSource(storage: Storage, visit: Visit): void {
  const { pathname, searchParams } = new URL(visit.href);
  const named: SourceInfo = {};
  for (const name of fromAddress) {
    const value = searchParams.get(name);
    if (value) named[name] = value.slice(0, 500);
  }
  const fbclid = searchParams.get('fbclid');
  if (fbclid) named.fb_click_id = fbclid.slice(0, 500);
  if (Object.keys(named).length === 0 && readFact(storage, storedFacts.sourceInfo) !== null) return;
  writeFact(storage, storedFacts.sourceInfo, {
    ...named,
    referrer: visit.referrer.slice(0, 2000),
    landing_page: pathname.slice(0, 2000),
    user_agent: visit.userAgent.slice(0, 1000),
    timestamp: visit.now.toISOString(),
  });
}
