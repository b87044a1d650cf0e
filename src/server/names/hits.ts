import { createHash } from 'node:crypto';
import { type CorrectionHit, correctionLimits } from '#contract/corrections.ts';
import type { CampaignText } from '#server/campaigns/room-texts.ts';
import type { Match } from './match.ts';

const EXCERPT = 48;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Of texts whose ids are known. */
export function sessionsIn(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.split('~')[1] ?? ''))].filter((id) => UUID.test(id));
}

/** Of a hit's id. */
export const documentOf = (id: string) => id.split('~').slice(0, -2).join('~');

export interface FoundHit {
  hit: CorrectionHit;
  matches: readonly Match[];
}

/** Ids contain a hash of the text, so those of a changed text are unknown. Equal forms in one document are one hit. */
export function hitsIn(document: readonly CampaignText[], find: (text: string) => Match[]): FoundHit[] {
  const [only] = document;
  if (only === undefined) return [];
  if (isOneText(document)) {
    const matches = find(only.text);
    if (matches.length === 0) return [];
    const mark = markOf(document);
    const counts = new Map<Match['certainty'], number>();
    const isListed = ({ certainty }: Match) => {
      const count = (counts.get(certainty) ?? 0) + 1;
      counts.set(certainty, count);
      return count <= correctionLimits.hits;
    };
    return matches.map((match) => ({
      matches: [match],
      hit: {
        id: `${only.id}~${match.start}~${mark}`,
        place: only.place,
        count: 1,
        // All others are counted only.
        ...shown(isListed(match) ? only.text : '', match),
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
  const mark = markOf(document);
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

const isOneText = ([first]: readonly CampaignText[]) => first?.document === first?.id;

/** Another one for another text. */
function markOf(document: readonly CampaignText[]): string {
  const [first] = document;
  if (first !== undefined && isOneText(document)) return digest(first.text);
  return digest(JSON.stringify(document.map(({ path, text }) => ({ path, text }))));
}

/** Whether the document still says what it said when they were found. */
export function isAsFound(document: readonly CampaignText[], found: readonly FoundHit[]): boolean {
  const end = `~${markOf(document)}`;
  return found.every(({ hit }) => hit.id.endsWith(end));
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
