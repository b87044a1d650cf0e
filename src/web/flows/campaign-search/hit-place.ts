import type { SearchHit } from '#contract/search.ts';
import { campaignPath } from '#web/hooks/paths.ts';

/** Where a hit is: the line of a transcript, the notes or the results of a session, or the campaign. */
export function placeOf({ kind, campaign, session, lines, best }: SearchHit): string {
  const place = { campaignId: campaign.id, sessionId: session?.id };
  if (session === null) return campaignPath(place);
  const line = lines[best]?.lineId ?? null;
  if (kind !== 'transcript' || line === null) return campaignPath({ ...place, tab: 'notes' });
  const [path = '', hash = ''] = campaignPath({ ...place, tab: 'transcript' }).split('#');
  return `${path}&line=${encodeURIComponent(line)}#${hash}`;
}
