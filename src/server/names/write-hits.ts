import { and, eq, sql } from 'drizzle-orm';
import { AnalysisResult, type Line } from '#contract/analysis-result.ts';
import { CampaignFields } from '#contract/campaigns.ts';
import type { CorrectionPlace } from '#contract/corrections.ts';
import { NotesSection } from '#contract/notes.ts';
import { present } from '#contract/unknown-values.ts';
import { itemsOf } from '#contract/visibility.ts';
import { analyses } from '#server/analyses/tables.ts';
import { type CampaignRow, campaigns, notes, sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { segments } from '#server/recordings/tables.ts';
import { proposals } from '#server/sharing/tables.ts';
import type { Match } from './matching.ts';
import type { Change } from './tables.ts';
import { edited } from './text-edits.ts';
import type { CampaignText, FoundHit } from './texts.ts';

export interface ChosenHits {
  text: CampaignText;
  found: readonly FoundHit[];
}

export type KeptChange = Change & { sessionId: string | null; place: CorrectionPlace };

type Of<Kind extends CampaignText['kind']> = {
  text: Extract<CampaignText, { kind: Kind }>;
  matches: readonly Match[];
};

const sessionTitle = NotesSection.shape.title;

/** The caller has locked the campaign and its sessions. @throws Refusal correctionUnfit */
export async function writeHits(
  tx: Orm,
  campaign: CampaignRow,
  hits: readonly ChosenHits[],
  now: Date,
): Promise<KeptChange[]> {
  const of = <Kind extends CampaignText['kind']>(kind: Kind): Of<Kind>[] =>
    hits.flatMap(({ text, found }) =>
      isKind(text, kind) ? [{ text, matches: found.flatMap(({ matches }) => matches) }] : [],
    );
  return [
    ...(await writeCampaign(tx, campaign, of('campaign'), now)),
    ...(await writeTitles(tx, of('sessionTitle'), now)),
    ...(await writeSections(tx, of('section'), now)),
    ...(await writeResults(tx, of('result'))),
    ...(await writeSegments(tx, of('segment'))),
  ];
}

function isKind<Kind extends CampaignText['kind']>(
  text: CampaignText,
  kind: Kind,
): text is Extract<CampaignText, { kind: Kind }> {
  return text.kind === kind;
}

async function writeCampaign(tx: Orm, campaign: CampaignRow, hits: Of<'campaign'>[], now: Date) {
  const changes: KeptChange[] = [];
  for (const { text, matches } of hits) {
    const content = edited(text.text, matches);
    if (!CampaignFields.shape[text.field].safeParse(content.after).success)
      throw new Refusal('correctionUnfit');
    await tx
      .update(campaigns)
      .set({ [text.field]: content.after, revision: sql`${campaigns.revision} + 1`, updatedAt: now })
      .where(eq(campaigns.id, campaign.id));
    changes.push({
      sessionId: null,
      place: text.place,
      target: { kind: 'campaign', field: text.field },
      content,
    });
  }
  return changes;
}

async function writeTitles(tx: Orm, hits: Of<'sessionTitle'>[], now: Date) {
  const changes: KeptChange[] = [];
  for (const { text, matches } of hits) {
    const content = edited(text.text, matches);
    if (!sessionTitle.safeParse(content.after).success) throw new Refusal('correctionUnfit');
    await tx
      .update(sessions)
      .set({ title: content.after, revision: sql`${sessions.revision} + 1`, updatedAt: now })
      .where(eq(sessions.id, text.sessionId ?? ''));
    changes.push({
      sessionId: text.sessionId,
      place: text.place,
      target: { kind: 'sessionTitle' },
      content,
    });
  }
  return changes;
}

async function writeSections(tx: Orm, hits: Of<'section'>[], now: Date) {
  const changes: KeptChange[] = [];
  for (const sessionId of new Set(hits.flatMap(({ text }) => text.sessionId ?? []))) {
    const own = hits.filter(({ text }) => text.sessionId === sessionId);
    const [row] = await tx.select().from(notes).where(eq(notes.sessionId, sessionId));
    const before = row?.sections ?? [];
    const after: NotesSection[] = [];
    for (const section of before) {
      const fields = own.filter(({ text }) => text.section.key === section.key);
      const [some] = fields;
      if (some === undefined) {
        after.push(section);
        continue;
      }
      const inField = (field: 'title' | 'body') =>
        fields.find(({ text }) => text.field === field)?.matches ?? [];
      const title = inField('title').length > 0 ? edited(section.title, inField('title')) : null;
      const body = inField('body').length > 0 ? edited(section.body, inField('body')) : null;
      const lines = section.lines.flatMap((line) => {
        const text = editedLine(line, section.body, inField('body'));
        const original = editedOriginal(line, inField('body'));
        return text || original ? [{ line, text, original }] : [];
      });
      const corrected: NotesSection = {
        ...section,
        title: title?.after ?? section.title,
        body: body?.after ?? section.body,
        lines: section.lines.map((line) => {
          const edit = lines.find((each) => each.line === line);
          return {
            ...line,
            text: edit?.text?.after ?? line.text,
            ...(edit?.original ? { original: edit.original.after } : {}),
          };
        }),
      };
      if (!NotesSection.safeParse(corrected).success) throw new Refusal('correctionUnfit');
      after.push(corrected);
      changes.push({
        sessionId,
        place: some.text.place,
        target: { kind: 'section', key: section.key },
        content: {
          title,
          body,
          lines: lines.map(({ line, text, original }) => ({ evidence: line.evidence, text, original })),
        },
      });
      changes.push(...(await moveComments(tx, sessionId, section, corrected)));
    }
    await tx
      .update(notes)
      .set({ sections: after, revision: sql`${notes.revision} + 1`, updatedAt: now, cause: 'names' })
      .where(eq(notes.sessionId, sessionId));
  }
  return changes;
}

function editedLine(line: Line, body: string, matches: readonly Match[]) {
  const from = body.indexOf(line.text);
  if (from < 0) return null;
  const inside = matches
    .filter(({ start, end }) => start >= from && end <= from + line.text.length)
    .map(({ start, end, replacement }) => ({ start: start - from, end: end - from, replacement }));
  return inside.length === 0 ? null : edited(line.text, inside);
}

function editedOriginal({ original }: Line, matches: readonly Match[]) {
  if (original === undefined) return null;
  const forms = new Map(matches.map((match) => [match.text, match.replacement]));
  const found = [...forms].flatMap(([form, replacement]) => {
    const start = original.indexOf(form);
    const isWord = !/[\p{L}\p{N}]/u.test(
      `${original[start - 1] ?? ''}${original[start + form.length] ?? ''}`,
    );
    return start >= 0 && isWord ? [{ start, end: start + form.length, replacement }] : [];
  });
  const apart = found.filter(
    ({ start, end }) => !found.some((other) => other.start <= start && other.end > end),
  );
  return apart.length === 0 ? null : edited(original, apart);
}

async function moveComments(tx: Orm, sessionId: string, before: NotesSection, after: NotesSection) {
  const rows = await tx
    .select({ id: proposals.id, quote: proposals.quote })
    .from(proposals)
    .where(and(eq(proposals.sessionId, sessionId), eq(proposals.sectionKey, before.key)));
  const items = itemsOf(before);
  const now = itemsOf(after);
  if (rows.length === 0 || items.length !== now.length) return [];
  const changes: KeptChange[] = [];
  for (const { id, quote } of rows) {
    const at = items.findIndex(({ content }) => content !== null && content === quote);
    const content = now[at]?.content;
    if (quote === null || content == null || content === quote) continue;
    await tx.update(proposals).set({ quote: content }).where(eq(proposals.id, id));
    changes.push({
      sessionId,
      place: { kind: 'notes', session: null, label: after.title, startMs: null },
      target: { kind: 'comment', id },
      content: { before: quote, after: content },
    });
  }
  return changes;
}

async function writeResults(tx: Orm, hits: Of<'result'>[]) {
  const changes: KeptChange[] = [];
  for (const { text, matches } of hits) {
    const strings = text.strings.flatMap(({ path, text: string }, index) => {
      const own = matches.filter((match) => match.string === index);
      return own.length === 0 ? [] : [{ path, text: edited(string, own) }];
    });
    const result = structuredClone(text.result);
    for (const { path, text: string } of strings) put(result, path, string.after);
    if (!AnalysisResult.safeParse(result).success) throw new Refusal('correctionUnfit');
    await tx.update(analyses).set({ result }).where(eq(analyses.id, text.analysisId));
    changes.push({
      sessionId: text.sessionId,
      place: text.place,
      target: { kind: 'result', analysisId: text.analysisId },
      content: strings,
    });
  }
  return changes;
}

async function writeSegments(tx: Orm, hits: Of<'segment'>[]) {
  const changes = hits.map(({ text, matches }) => ({
    sessionId: text.sessionId,
    place: text.place,
    target: { kind: 'segment' as const, transcriptId: text.transcriptId, ordinal: text.ordinal },
    content: edited(text.text, matches),
  }));
  await putSegments(
    tx,
    hits.map(({ text }, index) => ({
      transcriptId: text.transcriptId,
      ordinal: text.ordinal,
      text: present(changes[index], 'change of the line').content.after,
      originalText: text.originalText ?? text.text,
    })),
  );
  return changes;
}

export function put(root: unknown, path: readonly (string | number)[], text: string): void {
  const last = path.at(-1);
  const holder = path.slice(0, -1).reduce(fieldOf, root);
  if (last !== undefined && typeof holder === 'object' && holder !== null) Reflect.set(holder, last, text);
}

export function fieldOf(holder: unknown, key: string | number): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined;
}

export async function putSegments(
  tx: Orm,
  rows: readonly { transcriptId: string; ordinal: number; text: string; originalText: string | null }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update ${segments} set text = given.text, original_text = given."originalText"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      "transcriptId" uuid, ordinal double precision, text text, "originalText" text
    )
    where ${segments.transcriptId} = given."transcriptId" and ${segments.ordinal} = given.ordinal`);
}
