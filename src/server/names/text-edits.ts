import type { TextEdit } from '#server/platform/database/tables/names.ts';
import type { Match } from './matching.ts';

type Replacement = Pick<Match, 'start' | 'end' | 'replacement'>;

/** Letters on both sides by which a place is found again in a text that has changed since; the surest first. */
const CONTEXTS = [
  [40, 40],
  [12, 12],
  [16, 0],
  [0, 16],
  [3, 3],
] as const;

/** The text with these places replaced. They must not overlap. */
export function edited(text: string, replacements: readonly Replacement[]): TextEdit {
  const edits: TextEdit['edits'] = [];
  let after = '';
  let from = 0;
  for (const { start, end, replacement } of [...replacements].sort((one, other) => one.start - other.start)) {
    after += text.slice(from, start);
    edits.push({ at: after.length, was: text.slice(start, end), now: replacement });
    after += replacement;
    from = end;
  }
  return { after: after + text.slice(from), edits };
}

/**
 * The text as it was before an edit. If it has changed since, every replaced place that is still there, with its
 * surroundings, is put back.
 * @returns `left`: places that are no longer there
 */
export function reverted(present: string, { after, edits }: TextEdit): { text: string; left: number } {
  const places = edits.flatMap((edit) => {
    const at = present === after ? edit.at : placeNow(present, after, edit);
    return at === null ? [] : [{ start: at, end: at + edit.now.length, replacement: edit.was }];
  });
  const apart = places
    .sort((one, other) => one.start - other.start)
    .filter(({ start }, index, all) => index === 0 || start >= all[index - 1]!.end);
  return { text: edited(present, apart).after, left: edits.length - apart.length };
}

/** Where the place is now: found by its surroundings, as often as they were in the text after the edit. */
function placeNow(present: string, after: string, { at, now }: TextEdit['edits'][number]): number | null {
  for (const [left, right] of CONTEXTS) {
    const start = Math.max(0, at - left);
    const form = after.slice(start, at + now.length + right);
    const then = placesOf(after, form);
    const today = placesOf(present, form);
    if (then.length !== today.length) continue;
    const place = today[then.indexOf(start)];
    if (place !== undefined) return place + at - start;
  }
  return null;
}

function placesOf(text: string, form: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) places.push(at);
  return places;
}
