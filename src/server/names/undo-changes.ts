import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { AnalysisResult } from '#contract/analysis-result.ts';
import { CampaignFields } from '#contract/campaigns.ts';
import type { CorrectionPlace } from '#contract/corrections.ts';
import { NotesSection } from '#contract/notes.ts';
import { analyses } from '#server/analyses/tables.ts';
import { type CampaignRow, campaigns, notes, sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { segments, transcripts } from '#server/recordings/tables.ts';
import { proposals } from '#server/sharing/tables.ts';
import { contentOf } from './glossary.ts';
import { type Change, names, type TextEdit } from './tables.ts';
import { reverted } from './text-edits.ts';
import { fieldOf, type KeptChange, put, putSegments } from './write-hits.ts';

type Of<Kind extends Change['target']['kind']> = Extract<KeptChange, { target: { kind: Kind } }>;

/** The caller has locked the campaign and its sessions. @returns places that changed since, and were left */
export async function undoChanges(
  tx: Orm,
  campaign: CampaignRow,
  changes: readonly KeptChange[],
  now: Date,
): Promise<CorrectionPlace[]> {
  const of = <Kind extends Change['target']['kind']>(kind: Kind) =>
    changes.filter((change): change is Of<Kind> => change.target.kind === kind);
  return [
    ...(await undoCampaign(tx, campaign, of('campaign'), now)),
    ...(await undoTitles(tx, of('sessionTitle'), now)),
    ...(await undoSections(tx, of('section'), now)),
    ...(await undoComments(tx, of('comment'))),
    ...(await undoResults(tx, of('result'))),
    ...(await undoSegments(tx, of('segment'))),
    ...(await undoNames(tx, of('name'), now)),
  ];
}

async function undoCampaign(tx: Orm, campaign: CampaignRow, changes: Of<'campaign'>[], now: Date) {
  const left: CorrectionPlace[] = [];
  for (const { target, content, place } of changes) {
    const before = reverted(campaign[target.field], content);
    const fits = CampaignFields.shape[target.field].safeParse(before.text).success;
    if (before.left > 0 || !fits) left.push(place);
    if (!fits) continue;
    await tx
      .update(campaigns)
      .set({ [target.field]: before.text, revision: sql`${campaigns.revision} + 1`, updatedAt: now })
      .where(eq(campaigns.id, campaign.id));
  }
  return left;
}

async function undoTitles(tx: Orm, changes: Of<'sessionTitle'>[], now: Date) {
  const left: CorrectionPlace[] = [];
  for (const { sessionId, content, place } of changes) {
    const [row] = await tx
      .select()
      .from(sessions)
      .where(eq(sessions.id, sessionId ?? ''));
    if (row === undefined) continue;
    const before = reverted(row.title, content);
    const fits = NotesSection.shape.title.safeParse(before.text).success;
    if (before.left > 0 || !fits) left.push(place);
    if (!fits) continue;
    await tx
      .update(sessions)
      .set({ title: before.text, revision: row.revision + 1, updatedAt: now })
      .where(eq(sessions.id, row.id));
  }
  return left;
}

async function undoSections(tx: Orm, changes: Of<'section'>[], now: Date) {
  const left: CorrectionPlace[] = [];
  for (const sessionId of new Set(changes.flatMap((change) => change.sessionId ?? []))) {
    const [row] = await tx.select().from(notes).where(eq(notes.sessionId, sessionId));
    const present = row?.sections ?? [];
    const after = [...present];
    for (const { target, content, place } of changes.filter((change) => change.sessionId === sessionId)) {
      const at = present.findIndex(({ key }) => key === target.key);
      const section = present[at];
      const before = section && sectionBefore(section, content);
      if (before === undefined || before.left > 0) left.push(place);
      if (before !== undefined && NotesSection.safeParse(before.section).success) after[at] = before.section;
    }
    if (row === undefined || isDeepStrictEqual(after, present)) continue;
    await tx
      .update(notes)
      .set({ sections: after, revision: row.revision + 1, updatedAt: now, cause: 'names' })
      .where(eq(notes.sessionId, sessionId));
  }
  return left;
}

function sectionBefore(section: NotesSection, content: Of<'section'>['content']) {
  let left = 0;
  const back = (present: string, edit: TextEdit | null) => {
    if (edit === null) return present;
    const before = reverted(present, edit);
    left += before.left;
    return before.text;
  };
  const title = back(section.title, content.title);
  const body = back(section.body, content.body);
  const lines = section.lines.map((line) => {
    const change = content.lines.find(
      ({ evidence, text }) =>
        isDeepStrictEqual(evidence, line.evidence) &&
        (text === null || reverted(line.text, text).left < text.edits.length),
    );
    if (change === undefined) return line;
    const { original } = line;
    return {
      ...line,
      text: change.text ? reverted(line.text, change.text).text : line.text,
      ...(original !== undefined && change.original
        ? { original: reverted(original, change.original).text }
        : {}),
    };
  });
  return { section: { ...section, title, body, lines }, left };
}

async function undoComments(tx: Orm, changes: Of<'comment'>[]): Promise<CorrectionPlace[]> {
  for (const { target, content } of changes)
    await tx
      .update(proposals)
      .set({ quote: content.before })
      .where(and(eq(proposals.id, target.id), eq(proposals.quote, content.after)));
  return [];
}

async function undoResults(tx: Orm, changes: Of<'result'>[]) {
  const left: CorrectionPlace[] = [];
  for (const { target, content, place } of changes) {
    const [row] = await tx
      .select({ result: analyses.result })
      .from(analyses)
      .where(eq(analyses.id, target.analysisId));
    if (row?.result == null) continue;
    const result = structuredClone(row.result);
    let missing = 0;
    for (const { path, text } of content) {
      const present = path.reduce<unknown>(fieldOf, result);
      if (typeof present !== 'string') {
        missing += 1;
        continue;
      }
      const before = reverted(present, text);
      missing += before.left;
      put(result, path, before.text);
    }
    const fits = AnalysisResult.safeParse(result).success;
    if (missing > 0 || !fits) left.push(place);
    if (fits) await tx.update(analyses).set({ result }).where(eq(analyses.id, target.analysisId));
  }
  return left;
}

async function undoSegments(tx: Orm, changes: Of<'segment'>[]) {
  const left: CorrectionPlace[] = [];
  for (const transcriptId of new Set(changes.map(({ target }) => target.transcriptId))) {
    const own = changes.filter(({ target }) => target.transcriptId === transcriptId);
    const [transcript] = await tx
      .select({ id: transcripts.id })
      .from(transcripts)
      .where(eq(transcripts.id, transcriptId));
    if (transcript === undefined) continue;
    const rows = await tx
      .select()
      .from(segments)
      .where(
        and(
          eq(segments.transcriptId, transcriptId),
          inArray(
            segments.ordinal,
            own.map(({ target }) => target.ordinal),
          ),
        ),
      );
    const present = new Map(rows.map((row) => [row.ordinal, row]));
    const restored = own.flatMap(({ target, content, place }) => {
      const row = present.get(target.ordinal);
      if (row === undefined) {
        left.push(place);
        return [];
      }
      const before = reverted(row.text, content);
      if (before.left > 0) left.push(place);
      const isOriginal = before.text === row.originalText;
      return [{ ...target, text: before.text, originalText: isOriginal ? null : row.originalText }];
    });
    await putSegments(tx, restored);
  }
  return left;
}

async function undoNames(tx: Orm, changes: Of<'name'>[], now: Date) {
  for (const { target, content } of changes) {
    const { before, after } = content;
    const [row] = await tx.select().from(names).where(eq(names.id, target.id)).for('update');
    if (row === undefined || after === null) continue;
    const isSame = isDeepStrictEqual(contentOf(row), after);
    if (isSame && before === null) {
      await tx.delete(names).where(eq(names.id, row.id));
      continue;
    }
    const learned = after.heardAs.filter((form) => !before?.heardAs.includes(form));
    const restored =
      isSame && before !== null ? before : { heardAs: row.heardAs.filter((form) => !learned.includes(form)) };
    await tx
      .update(names)
      .set({ ...restored, revision: row.revision + 1, updatedAt: now })
      .where(eq(names.id, row.id));
  }
  return [];
}
