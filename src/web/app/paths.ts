/** The part of a session that is shown (D9); kept in the hash. */
export const tabs = ['notes', 'analysis', 'transcript'] as const;
export type Tab = (typeof tabs)[number];

/** What of the campaigns is shown (R2.4). */
export interface CampaignPlace {
  campaignId?: string | null | undefined;
  sessionId?: string | null | undefined;
  analysisId?: string | null | undefined;
  tab?: Tab | undefined;
}

/** Address of a place in the campaigns: the three query parameters and the tab as hash (R2.4, D9). */
export function campaignPath({ campaignId, sessionId, analysisId, tab }: CampaignPlace = {}): string {
  const query = new URLSearchParams();
  if (campaignId) query.set('campaignId', campaignId);
  if (sessionId) query.set('sessionId', sessionId);
  if (analysisId) query.set('analysisId', analysisId);
  return `/campaign${query.size === 0 ? '' : `?${query}`}${tab === undefined ? '' : `#${tab}`}`;
}

/** Reads the place out of a query; an empty parameter counts as none. */
export function campaignPlaceOf(
  search: string,
): Record<'campaignId' | 'sessionId' | 'analysisId', string | null> {
  const query = new URLSearchParams(search);
  return {
    campaignId: query.get('campaignId') || null,
    sessionId: query.get('sessionId') || null,
    analysisId: query.get('analysisId') || null,
  };
}

/** The hash under which the sign-in dialog stands open, so that Back closes it. */
export const joinHash = '#join';

/**
 * Id of the element that a public page's address names; null in the campaigns, where the hash is the tab (D9).
 * @param ofPage the element that the page itself names (R2.9); the hash goes before it
 */
export function scrollTargetOf(
  { pathname, hash }: Pick<Location, 'pathname' | 'hash'>,
  ofPage: string | null = null,
): string | null {
  if (isAppPath(pathname)) return null;
  return hash.length < 2 || hash === joinHash ? ofPage : hash.slice(1);
}

/** Whether a path belongs to the app itself, which starts from a shell without content (R2.4, R2.6). */
export function isAppPath(pathname: string): boolean {
  return ['/campaign', '/alpha-features', '/app-ssg'].includes(pathname);
}

/** R2.29: campaigns, the shell that they start from, and public views of them fill the window by themselves. */
export function hasFooter(pathname: string): boolean {
  return !isAppPath(pathname) && !/^\/(campaign|sessions)(\/|$)/.test(pathname);
}

/** The tab that a hash names; the notes where it names none. */
export function tabOf(hash: string): Tab {
  const named = hash.replace(/^#/, '');
  return tabs.find((tab) => tab === named) ?? 'notes';
}
