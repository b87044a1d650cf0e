import type { SearchHit } from '#contract/search.ts';
import { campaignPath, worldPath } from '#web/hooks/paths.ts';

/** Where a hit is: the line of a transcript, what somebody missed, a session’s page, the board of open threads, or the campaign. */
export function placeOf({ id, kind, campaign, session, lines, best }: SearchHit): string {
  const place = { campaignId: campaign.id, sessionId: session?.id };
  if (id.startsWith('missed ')) return `${worldPath(campaign.id, 'story')}&of=${encodeURIComponent(id)}`;
  if (session === null) return kind === 'session' ? worldPath(campaign.id, 'threads') : campaignPath(place);
  const line = lines[best]?.lineId ?? null;
  if (kind !== 'transcript' || line === null) return campaignPath({ ...place, tab: 'notes' });
  const [path = '', hash = ''] = campaignPath({ ...place, tab: 'transcript' }).split('#');
  return `${path}&line=${encodeURIComponent(line)}#${hash}`;
}

/** What is behind its button. */
export const openWordsOf = ({ id, kind, session }: Pick<SearchHit, 'id' | 'kind' | 'session'>): string => {
  if (id.startsWith('missed ')) return 'Open what they missed';
  if (session !== null) return 'Open the session';
  return kind === 'session' ? 'Open threads and promises' : 'Open the campaign';
};
