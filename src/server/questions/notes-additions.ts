import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Line } from '#contract/analysis-result.ts';
import { NotesSection } from '#contract/notes.ts';
import { hasText, placeIn } from '#contract/place-in.ts';
import { type ResultPartKey, resultParts } from '#contract/result-parts.ts';
import type { NotesService } from '#server/campaigns/notes.ts';
import { areEmpty } from '#server/campaigns/notes-sections.ts';
import { notes } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { edited, reverted } from '#server/platform/text-edits.ts';
import type { AddedToNotes } from './tables.ts';

type Restore = Pick<NotesService, 'restore'>;

async function present(tx: Orm, sessionId: string): Promise<{ sections: NotesSection[]; revision: number }> {
  const [row] = await tx.select().from(notes).where(eq(notes.sessionId, sessionId));
  return row ?? { sections: [], revision: 0 };
}

/**
 * The caller has locked the session. @returns what an undo needs; null if the notes are empty, full or have
 * it
 */
export async function addToNotes(
  tx: Orm,
  service: Restore,
  sessionId: string,
  { key, line, entry }: { key: ResultPartKey; line: Line; entry: string | null },
): Promise<AddedToNotes | null> {
  const { sections, revision } = await present(tx, sessionId);
  const added = entry ?? line.text;
  const part = resultParts.find((each) => each.key === key);
  if (part === undefined || areEmpty(sections)) return null;
  const at = sections.findIndex((section) => section.key === key);
  const before = sections[at] ?? null;
  const { body, lines } = before ?? { body: '', lines: [] };
  if (hasText(body, added)) return null;
  const place = entry === null ? placeInStory(body, lines, line) : placeAtEnd(body, '\n');
  const edit = edited(body, [
    { start: place.at, end: place.at, replacement: `${place.before}${added}${place.after}` },
  ]);
  const after: NotesSection = {
    key,
    title: before?.title ?? part.title,
    visibility: before?.visibility ?? part.visibility,
    source: before === null ? 'user' : before.source === 'analysis' ? 'mixed' : before.source,
    body: edit.after,
    lines: [...lines.slice(0, place.line), line, ...lines.slice(place.line)],
  };
  if (!NotesSection.safeParse(after).success) return null;
  await service.restore(
    tx,
    sessionId,
    revision,
    before === null ? [...sections, after] : sections.with(at, after),
  );
  return { sessionId, key, edit, line, source: before?.source ?? null };
}

interface Place {
  at: number;
  before: string;
  after: string;
  line: number;
}

const placeAtEnd = (body: string, gap: string): Place => {
  const at = body.trimEnd().length;
  return { at, before: at === 0 ? '' : gap, after: '', line: Number.POSITIVE_INFINITY };
};

/** After the last earlier statement; at the end of a story without evidence. */
function placeInStory(body: string, lines: readonly Line[], { evidence }: Line): Place {
  const told = lines.flatMap((line, index) => {
    const at = placeIn(body, line.text);
    return at < 0 ? [] : [{ at, end: at + line.text.length, startMs: line.evidence.startMs, index }];
  });
  const [first] = told;
  if (first === undefined) return placeAtEnd(body, '\n\n');
  const earlier = told.findLast(({ startMs }) => startMs <= evidence.startMs);
  if (earlier === undefined) return { at: first.at, before: '', after: ' ', line: first.index };
  return { at: earlier.end, before: ' ', after: '', line: earlier.index + 1 };
}

/** Later text stays. @returns whether the statement stays, because it was changed since */
export async function takeFromNotes(
  tx: Orm,
  service: Restore,
  { sessionId, key, edit, line, source }: AddedToNotes,
): Promise<boolean> {
  const { sections, revision } = await present(tx, sessionId);
  const at = sections.findIndex((section) => section.key === key);
  const section = sections[at];
  if (section === undefined) return false;
  const { text: body, left } = reverted(section.body, edit);
  const own = section.lines.findIndex((each) => isDeepStrictEqual(each, line));
  const before: NotesSection = {
    ...section,
    body,
    lines: own < 0 || left > 0 ? section.lines : section.lines.toSpliced(own, 1),
    source: source !== null && section.body === edit.after ? source : section.source,
  };
  const isGone = source === null && body.trim() === '';
  await service.restore(
    tx,
    sessionId,
    revision,
    isGone ? sections.toSpliced(at, 1) : sections.with(at, before),
  );
  return left > 0;
}
