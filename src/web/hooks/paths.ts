import { isDialogHash } from '#contract/choices.ts';
import { isAccountPath } from '#contract/pages.ts';

export const tabs = ['notes', 'analysis', 'transcript'] as const;
export type Tab = (typeof tabs)[number];

export interface CampaignPlace {
  campaignId?: string | null | undefined;
  sessionId?: string | null | undefined;
  analysisId?: string | null | undefined;
  tab?: Tab | undefined;
}

/** R2.4, D9: three query parameters and the tab as hash. */
export function campaignPath({ campaignId, sessionId, analysisId, tab }: CampaignPlace = {}): string {
  const query = new URLSearchParams();
  if (campaignId) query.set('campaignId', campaignId);
  if (sessionId) query.set('sessionId', sessionId);
  if (analysisId) query.set('analysisId', analysisId);
  return `/campaign${query.size === 0 ? '' : `?${query}`}${tab === undefined ? '' : `#${tab}`}`;
}

const placeNames = ['campaignId', 'sessionId', 'analysisId'] as const;
type PlaceName = (typeof placeNames)[number];

const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Empty, duplicate or invalid parameters count as missing. */
export function campaignPlaceOf(search: string): Record<PlaceName, string | null> {
  const query = new URLSearchParams(search);
  const read = (name: PlaceName): string | null => {
    const [only, second] = query.getAll(name);
    return only !== undefined && second === undefined && idForm.test(only) ? only.toLowerCase() : null;
  };
  return {
    campaignId: read('campaignId'),
    sessionId: read('sessionId'),
    analysisId: read('analysisId'),
  };
}

/** Of the campaign's memory: a page of it, or the key of an entry of its world index. Null: not there. */
export function worldPlaceOf(search: string): string | null {
  const place = new URLSearchParams(search).get('world');
  return place !== null && /^(?:names|threads|next|story|timeline|[0-9a-f]{32})$/.test(place) ? place : null;
}

export const worldPath = (campaignId: string, place = 'names'): string =>
  `${campaignPath({ campaignId })}&world=${place}`;

/** R2.4: what no server could know; null if everything may exist. */
export function missingPlaceOf(search: string): 'campaign' | 'session' | 'analysis' | null {
  const query = new URLSearchParams(search);
  const place = campaignPlaceOf(search);
  const isBroken = (name: PlaceName) => query.has(name) && place[name] === null;
  if (isBroken('campaignId')) return 'campaign';
  if (isBroken('sessionId') || (place.sessionId !== null && place.campaignId === null)) return 'session';
  if (isBroken('analysisId') || (place.analysisId !== null && place.sessionId === null)) return 'analysis';
  return null;
}

/** Null in campaigns, where the hash is the tab (D9). @param ofPage R2.9; the hash takes priority */
export function scrollTargetOf(
  { pathname, hash }: Pick<Location, 'pathname' | 'hash'>,
  ofPage: string | null = null,
): string | null {
  if (isAppPath(pathname)) return null;
  return hash.length < 2 || isDialogHash(hash) ? ofPage : hash.slice(1);
}

/** R2.4, R2.6: starts from an empty shell. */
export function isAppPath(pathname: string): boolean {
  return isAccountPath(pathname) || pathname === '/app-ssg';
}

/** R2.29. */
export function hasFooter(pathname: string): boolean {
  return !isAppPath(pathname) && !/^\/(campaign|sessions)(\/|$)/.test(pathname);
}

export function tabOf(hash: string): Tab {
  const named = hash.replace(/^#/, '');
  return tabs.find((tab) => tab === named) ?? 'notes';
}
