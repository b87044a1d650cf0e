import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Line } from '#contract/analysis-result.ts';
import { CampaignFields } from '#contract/campaigns.ts';
import type { CorrectionPlace } from '#contract/corrections.ts';
import { NotesSection } from '#contract/notes.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { edited, reverted, type TextEdit } from '#server/platform/text-edits.ts';
import { jsonFile } from '#server/platform/text-files.ts';
import { castOf } from './cast.ts';
import { sectionsWithCast } from './cast-rules.ts';
import { type Erased, sectionsWithout } from './erase-from-texts.ts';
import {
  type Asked,
  type CampaignText,
  type ChangeOf,
  type Changing,
  changesOf,
  type FollowSection,
  type RoomTexts,
  type TextChange,
} from './room-texts.ts';
import {
  type CampaignRow,
  campaigns,
  casts,
  notes,
  notesVersions,
  type SessionRow,
  sessions,
} from './tables.ts';

const room = 'campaigns';
const fields = ['title', 'description'] as const;
const campaignId = (field: (typeof fields)[number]) => `campaign~~${field}`;
const sessionTitle = NotesSection.shape.title;

/** Of a campaign, its sessions' titles, and their notes with their versions. */
export const campaignsTexts: RoomTexts = {
  room,

  archived: {
    tables: ['campaigns', 'casts', 'notes', 'notes_versions'],

    async *campaign(orm, id) {
      const [found] = await orm.select().from(campaigns).where(eq(campaigns.id, id));
      if (found === undefined) return;
      const { userId: _, ...campaign } = found;
      yield jsonFile('campaign.json', campaign);
      const [cast] = await orm.select().from(casts).where(eq(casts.campaignId, id));
      if (cast !== undefined) yield jsonFile('cast.json', cast);
    },

    async *session(orm, { id, campaignId }) {
      const [written] = await orm.select().from(notes).where(eq(notes.sessionId, id));
      if (written !== undefined) {
        const cast = await castOf(orm, campaignId);
        const sections = sectionsWithCast(cast, id, written.sections).map(
          ({ title, body }) => `# ${title}\n\n${body.trim()}\n`,
        );
        yield { name: 'notes.md', content: sections.join('\n') };
        yield jsonFile('notes.json', written);
      }
      const versions = await orm
        .select({ revision: notesVersions.revision })
        .from(notesVersions)
        .where(eq(notesVersions.sessionId, id))
        .orderBy(asc(notesVersions.revision));
      // One at a time: each may be as long as notes can be.
      for (const { revision } of versions) {
        const [version] = await orm
          .select()
          .from(notesVersions)
          .where(and(eq(notesVersions.sessionId, id), eq(notesVersions.revision, revision)));
        if (version !== undefined) yield jsonFile(`earlier notes/${revision}.json`, version);
      }
    },
  },

  async *list(orm, { campaign, session }) {
    if (session === null) yield* ofCampaign(campaign);
    else {
      yield titleOf(session);
      yield* notesOf(orm, session);
    }
  },

  async replace(tx, changing, asked) {
    const of = (kind: CampaignText['kind']) => asked.filter(({ text }) => text.kind === kind);
    return [
      ...(await writeCampaign(tx, changing, of('campaign'))),
      ...(await writeTitles(tx, changing, of('sessionTitle'))),
      ...(await writeSections(tx, changing, of('section'))),
    ];
  },

  async revert(tx, { campaign, now }, changes) {
    return [
      ...(await undoCampaign(tx, campaign, changesOf(changes, 'campaign'), now)),
      ...(await undoTitles(tx, changesOf(changes, 'sessionTitle'), now)),
      ...(await undoSections(tx, changesOf(changes, 'section'), now)),
    ];
  },

  async erase(tx, { sessionIds, from, now }) {
    for (const id of sessionIds) await eraseFromNotes(tx, id, from(id), now);
  },
};

function* ofCampaign(campaign: CampaignRow): Generator<CampaignText> {
  for (const field of fields)
    yield {
      room,
      kind: 'campaign',
      id: campaignId(field),
      campaignId: campaign.id,
      sessionId: null,
      visibility: field === 'title' ? 'public' : 'gm',
      text: campaign[field],
      seconds: null,
      document: campaignId(field),
      path: [field],
      place: { kind: 'campaign', session: null, label: '', startMs: null },
    };
}

function titleOf(session: SessionRow): CampaignText {
  const id = `title~${session.id}`;
  return {
    room,
    kind: 'sessionTitle',
    id,
    campaignId: session.campaignId,
    sessionId: session.id,
    visibility: 'public',
    text: session.title,
    seconds: null,
    document: id,
    path: ['title'],
    place: {
      kind: 'sessionTitle',
      session: { id: session.id, title: session.title },
      label: '',
      startMs: null,
    },
  };
}

function idsOf(sessionId: string, { key }: Pick<NotesSection, 'key'>): Record<'title' | 'body', string> {
  const id = `section~${sessionId}~${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
  return { title: `${id}~title`, body: `${id}~body` };
}

async function* notesOf(orm: Orm, session: SessionRow): AsyncGenerator<CampaignText> {
  const [row] = await orm.select().from(notes).where(eq(notes.sessionId, session.id));
  for (const section of row?.sections ?? []) {
    const ids = idsOf(session.id, section);
    for (const field of ['title', 'body'] as const)
      yield {
        room,
        kind: 'section',
        id: ids[field],
        campaignId: session.campaignId,
        sessionId: session.id,
        visibility: section.visibility,
        text: section[field],
        seconds: null,
        document: ids[field],
        path: [section.key, field],
        place: {
          kind: 'notes',
          session: { id: session.id, title: session.title },
          label: section.title,
          startMs: null,
        },
      };
  }
}

async function writeCampaign(tx: Orm, { campaign, now }: Changing, asked: readonly Asked[]) {
  const changes: TextChange[] = [];
  for (const field of fields) {
    const own = asked.find(({ text }) => text.id === campaignId(field));
    if (own === undefined) continue;
    const content = edited(own.text.text, own.replacements);
    if (!CampaignFields.shape[field].safeParse(content.after).success) throw new Refusal('correctionUnfit');
    await tx
      .update(campaigns)
      .set({ [field]: content.after, revision: sql`${campaigns.revision} + 1`, updatedAt: now })
      .where(eq(campaigns.id, campaign.id));
    changes.push({ sessionId: null, place: own.text.place, target: { kind: 'campaign', field }, content });
  }
  return changes;
}

async function writeTitles(tx: Orm, { now }: Changing, asked: readonly Asked[]) {
  const changes: TextChange[] = [];
  for (const { text, replacements } of asked) {
    const { sessionId, place } = text;
    const content = edited(text.text, replacements);
    if (!sessionTitle.safeParse(content.after).success) throw new Refusal('correctionUnfit');
    await tx
      .update(sessions)
      .set({ title: content.after, revision: sql`${sessions.revision} + 1`, updatedAt: now })
      .where(eq(sessions.id, sessionId ?? ''));
    changes.push({ sessionId, place, target: { kind: 'sessionTitle' }, content });
  }
  return changes;
}

async function writeSections(
  tx: Orm,
  { now, follow }: Changing & { follow: FollowSection },
  asked: readonly Asked[],
) {
  const changes: TextChange[] = [];
  for (const sessionId of new Set(asked.flatMap(({ text }) => text.sessionId ?? []))) {
    const [row] = await tx.select().from(notes).where(eq(notes.sessionId, sessionId));
    const before = row?.sections ?? [];
    const after: NotesSection[] = [];
    for (const section of before) {
      const ids = idsOf(sessionId, section);
      const fields = asked.filter(({ text }) => text.id === ids.title || text.id === ids.body);
      const [some] = fields;
      if (some === undefined) {
        after.push(section);
        continue;
      }
      const inField = (field: 'title' | 'body') =>
        fields.find(({ text }) => text.id === ids[field])?.replacements ?? [];
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
      changes.push(...(await follow(sessionId, section, corrected)));
    }
    await tx
      .update(notes)
      .set({ sections: after, revision: sql`${notes.revision} + 1`, updatedAt: now, cause: 'names' })
      .where(eq(notes.sessionId, sessionId));
  }
  return changes;
}

function editedLine(line: Line, body: string, matches: Asked['replacements']) {
  const from = body.indexOf(line.text);
  if (from < 0) return null;
  const inside = matches
    .filter(({ start, end }) => start >= from && end <= from + line.text.length)
    .map(({ start, end, replacement }) => ({ start: start - from, end: end - from, replacement }));
  return inside.length === 0 ? null : edited(line.text, inside);
}

function editedOriginal({ original }: Line, matches: Asked['replacements']) {
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

async function undoCampaign(
  tx: Orm,
  campaign: CampaignRow,
  changes: readonly ChangeOf<'campaign'>[],
  now: Date,
) {
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

async function undoTitles(tx: Orm, changes: readonly ChangeOf<'sessionTitle'>[], now: Date) {
  const left: CorrectionPlace[] = [];
  for (const { sessionId, content, place } of changes) {
    const [row] = await tx
      .select()
      .from(sessions)
      .where(eq(sessions.id, sessionId ?? ''));
    if (row === undefined) continue;
    const before = reverted(row.title, content);
    const fits = sessionTitle.safeParse(before.text).success;
    if (before.left > 0 || !fits) left.push(place);
    if (!fits) continue;
    await tx
      .update(sessions)
      .set({ title: before.text, revision: row.revision + 1, updatedAt: now })
      .where(eq(sessions.id, row.id));
  }
  return left;
}

async function undoSections(tx: Orm, changes: readonly ChangeOf<'section'>[], now: Date) {
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

function sectionBefore(section: NotesSection, content: ChangeOf<'section'>['content']) {
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

/** Last: the trigger keeps what the notes were before. */
async function eraseFromNotes(tx: Orm, sessionId: string, erased: Erased, now: Date): Promise<void> {
  const [row] = await tx.select().from(notes).where(eq(notes.sessionId, sessionId));
  const without = row && sectionsWithout(row.sections, erased);
  if (row && !isDeepStrictEqual(without, row.sections))
    await tx
      .update(notes)
      .set({ sections: without, revision: row.revision + 1, updatedAt: now, cause: 'edit' })
      .where(eq(notes.sessionId, sessionId));
  const versions = await tx.select().from(notesVersions).where(eq(notesVersions.sessionId, sessionId));
  for (const { revision, sections } of versions) {
    const cleaned = sectionsWithout(sections, erased);
    if (!isDeepStrictEqual(cleaned, sections))
      await tx
        .update(notesVersions)
        .set({ sections: cleaned })
        .where(and(eq(notesVersions.sessionId, sessionId), eq(notesVersions.revision, revision)));
  }
}
