import { createHash } from 'node:crypto';
import type { CorrectionHit, CorrectionPlace } from '#contract/corrections.ts';
import type {
  Asked,
  CampaignText,
  FollowSection,
  RoomTexts,
  TextChange,
} from '#server/campaigns/room-texts.ts';
import type { CampaignRow } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Match } from './match.ts';

const EXCERPT = 48;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Of texts whose ids are known. */
export function sessionsIn(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.split('~')[1] ?? ''))].filter((id) => UUID.test(id));
}

export interface ChosenHits {
  document: readonly CampaignText[];
  found: readonly FoundHit[];
}

/** The caller has locked the campaign and its sessions. @throws Refusal correctionUnfit */
export async function writeHits(
  tx: Orm,
  rooms: readonly RoomTexts[],
  { campaign, now }: { campaign: CampaignRow; now: Date },
  hits: readonly ChosenHits[],
): Promise<TextChange[]> {
  const asked = hits.flatMap(({ document, found }) =>
    document.flatMap((text, index): Asked[] => {
      const replacements = found
        .flatMap(({ matches }) => matches)
        .filter(({ string = 0 }) => string === index);
      return replacements.length === 0 ? [] : [{ text, replacements }];
    }),
  );
  const follow: FollowSection = async (...section) => {
    const changes: TextChange[] = [];
    for (const room of rooms) changes.push(...((await room.follow?.(tx, ...section)) ?? []));
    return changes;
  };
  const changes: TextChange[] = [];
  for (const room of rooms) {
    const own = asked.filter(({ text }) => text.room === room.room);
    if (own.length > 0) changes.push(...((await room.replace?.(tx, { campaign, now, follow }, own)) ?? []));
  }
  return changes;
}

/** The caller has locked the campaign and its sessions. @returns places that changed since, and were left */
export async function undoChanges(
  tx: Orm,
  rooms: readonly RoomTexts[],
  changing: { campaign: CampaignRow; now: Date },
  changes: readonly TextChange[],
): Promise<CorrectionPlace[]> {
  const left: CorrectionPlace[] = [];
  for (const { revert } of rooms) left.push(...((await revert?.(tx, changing, changes)) ?? []));
  return left;
}

export interface FoundHit {
  hit: CorrectionHit;
  matches: readonly Match[];
}

/** Ids contain a hash of the text, so those of a changed text are unknown. Equal forms in one document are one hit. */
export function hitsIn(document: readonly CampaignText[], find: (text: string) => Match[]): FoundHit[] {
  const [only] = document;
  if (only === undefined) return [];
  if (only.document === only.id) {
    const matches = find(only.text);
    if (matches.length === 0) return [];
    const mark = digest(only.text);
    return matches.map((match) => ({
      matches: [match],
      hit: {
        id: `${only.id}~${match.start}~${mark}`,
        place: only.place,
        count: 1,
        ...shown(only.text, match),
      },
    }));
  }
  const forms = new Map<string, { matches: Match[]; first: { text: string; match: Match } }>();
  for (const [string, { text }] of document.entries())
    for (const match of find(text)) {
      const form = forms.get(match.text) ?? { matches: [], first: { text, match } };
      form.matches.push({ ...match, string });
      forms.set(match.text, form);
    }
  if (forms.size === 0) return [];
  const mark = digest(JSON.stringify(document.map(({ path, text }) => ({ path, text }))));
  return [...forms].map(([form, { matches, first }]) => ({
    matches,
    hit: {
      id: `${only.document}~${digest(form)}~${mark}`,
      place: only.place,
      count: matches.length,
      ...shown(first.text, first.match),
    },
  }));
}

function shown(text: string, { start, end, certainty, replacement, text: match }: Match) {
  const from = Math.max(0, start - EXCERPT);
  const to = Math.min(text.length, end + EXCERPT);
  const before = text.slice(from, start).replace(/\s+/gu, ' ');
  const after = text.slice(end, to).replace(/\s+/gu, ' ');
  return {
    certainty,
    match,
    replacement,
    before: from === 0 ? before : `…${before.replace(/^\S*\s?/u, '')}`,
    after: to === text.length ? after : `${after.replace(/\s?\S*$/u, '')}…`,
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
