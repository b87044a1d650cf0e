import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Line } from '#contract/analysis-result.ts';
import { CampaignFields } from '#contract/campaigns.ts';
import type { CorrectionPlace } from '#contract/corrections.ts';
import { NotesSection } from '#contract/notes.ts';
import { placeIn } from '#contract/place-in.ts';
import { isRecapSection } from '#contract/recap-sections.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { rowsInParts } from '#server/platform/in-parts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { edited, reverted, type TextEdit } from '#server/platform/text-edits.ts';
import { jsonFile } from '#server/platform/text-files.ts';
import { sectionsWithCast } from './cast-in-texts.ts';
import { type Erased, sectionsWithout } from './erase-from-texts.ts';
import { castOfNotes } from './notes.ts';
import {
  type Asked,
  type CampaignText,
  type ChangeOf,
  type Changing,
  changesOf,
  type Erasing,
  type FollowSection,
  type RoomTexts,
  type TextChange,
  type TextStep,
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
    tables: ['campaigns', 'sessions', 'casts', 'notes', 'notes_versions'],

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
        const cast = await castOfNotes(orm, campaignId, written);
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

  async *replace(orm, changing, asked) {
    const of = (kind: CampaignText['kind']) => asked.filter(({ text }) => text.kind === kind);
    yield* replaceFields(changing, of('campaign'));
    yield* replaceTitles(changing, of('sessionTitle'));
    yield* replaceSections(orm, changing, of('section'));
  },

  async *revert(orm, { campaign, now }, changes) {
    yield* revertFields(orm, campaign, changesOf(changes, 'campaign'), now);
    yield* revertTitles(orm, changesOf(changes, 'sessionTitle'), now);
    yield* revertSections(orm, changesOf(changes, 'section'), now);
  },

  async erase(orm, erasing) {
    for (const id of erasing.sessionIds) await eraseFromNotes(orm, id, erasing);
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
        ...(field === 'body' ? { lines: section.lines } : {}),
      };
  }
}

const short = { rows: 1, characters: 0 };

function fieldStep<Done>(
  {
    id,
    field,
    read,
    text,
    now,
  }: { id: string; field: (typeof fields)[number]; read: string; text: string; now: Date },
  done: Done,
): TextStep<Done> {
  return {
    ...short,
    sessionId: null,
    async write(tx) {
      const written = await tx
        .update(campaigns)
        .set({ [field]: text, revision: sql`${campaigns.revision} + 1`, updatedAt: now })
        .where(and(eq(campaigns.id, id), eq(campaigns[field], read)))
        .returning({ id: campaigns.id });
      return written.length > 0 ? done : null;
    },
  };
}

function titleStep<Done>(
  { id, read, text, now }: { id: string; read: string; text: string; now: Date },
  done: Done,
): TextStep<Done> {
  return {
    ...short,
    sessionId: id,
    async write(tx) {
      const written = await tx
        .update(sessions)
        .set({ title: text, revision: sql`${sessions.revision} + 1`, updatedAt: now })
        .where(and(eq(sessions.id, id), eq(sessions.title, read)))
        .returning({ id: sessions.id });
      return written.length > 0 ? done : null;
    },
  };
}

function notesStep<Done>(
  {
    sessionId,
    revision,
    sections,
    now,
  }: { sessionId: string; revision: number; sections: NotesSection[]; now: Date },
  write: (tx: Orm) => Promise<Done>,
): TextStep<Done> {
  return {
    sessionId,
    rows: 1,
    characters: sections.reduce((sum, { body }) => sum + body.length, 0),
    async write(tx) {
      const written = await tx
        .update(notes)
        .set({ sections, revision: revision + 1, updatedAt: now, cause: 'names' })
        .where(and(eq(notes.sessionId, sessionId), eq(notes.revision, revision)))
        .returning({ sessionId: notes.sessionId });
      return written.length > 0 ? write(tx) : null;
    },
  };
}

function* replaceFields(
  { campaign, now }: Changing,
  asked: readonly Asked[],
): Generator<TextStep<TextChange[]>> {
  for (const field of fields) {
    const own = asked.find(({ text }) => text.id === campaignId(field));
    if (own === undefined) continue;
    const content = edited(own.text.text, own.replacements);
    if (!CampaignFields.shape[field].safeParse(content.after).success) throw new Refusal('correctionUnfit');
    yield fieldStep({ id: campaign.id, field, read: own.text.text, text: content.after, now }, [
      { sessionId: null, place: own.text.place, target: { kind: 'campaign', field }, content },
    ]);
  }
}

function* replaceTitles({ now }: Changing, asked: readonly Asked[]): Generator<TextStep<TextChange[]>> {
  for (const { text, replacements } of asked) {
    const { sessionId, place } = text;
    const content = edited(text.text, replacements);
    if (!sessionTitle.safeParse(content.after).success) throw new Refusal('correctionUnfit');
    yield titleStep({ id: sessionId ?? '', read: text.text, text: content.after, now }, [
      { sessionId, place, target: { kind: 'sessionTitle' }, content },
    ]);
  }
}

async function* replaceSections(
  orm: Orm,
  { now, follow }: Changing & { follow: FollowSection },
  asked: readonly Asked[],
): AsyncGenerator<TextStep<TextChange[]>> {
  for (const sessionId of new Set(asked.flatMap(({ text }) => text.sessionId ?? []))) {
    const own = asked.filter(({ text }) => text.sessionId === sessionId);
    const [row] = await orm.select().from(notes).where(eq(notes.sessionId, sessionId));
    await breath();
    const changes: TextChange[] = [];
    const followers: TextStep<TextChange[]>[] = [];
    const after: NotesSection[] = [];
    let same = 0;
    for (const section of row?.sections ?? []) {
      const ids = idsOf(sessionId, section);
      const fields = own.filter(({ text }) => text.id === ids.title || text.id === ids.body);
      same += fields.filter(
        ({ text }) => text.text === (text.id === ids.title ? section.title : section.body),
      ).length;
      const corrected = fields.length === 0 ? null : correctedSection(section, ids, fields);
      after.push(corrected?.section ?? section);
      const [some] = fields;
      if (corrected === null || some === undefined) continue;
      await breath();
      changes.push({
        sessionId,
        place: some.text.place,
        target: { kind: 'section', key: section.key },
        content: corrected.content,
      });
      followers.push(...(await follow(sessionId, section, corrected.section)));
    }
    if (row === undefined || same < own.length) {
      yield { ...short, sessionId, write: async () => null };
      continue;
    }
    yield notesStep({ sessionId, revision: row.revision, sections: after, now }, async (tx) => {
      const followed: TextChange[] = [];
      for (const follower of followers) followed.push(...((await follower.write(tx)) ?? []));
      return [...changes, ...followed];
    });
  }
}

/** @throws Refusal correctionUnfit */
function correctedSection(
  section: NotesSection,
  ids: ReturnType<typeof idsOf>,
  fields: readonly Asked[],
): { section: NotesSection; content: ChangeOf<'section'>['content'] } {
  const inField = (field: 'title' | 'body') =>
    fields.find(({ text }) => text.id === ids[field])?.replacements ?? [];
  const title = inField('title').length > 0 ? edited(section.title, inField('title')) : null;
  const body = inField('body').length > 0 ? edited(section.body, inField('body')) : null;
  const lines = section.lines.flatMap((line) => {
    const text = editedLine(line, section.body, inField('body'));
    const original = editedOriginal(line, inField('body'));
    return text || original ? [{ line, text, original }] : [];
  });
  const edits = new Map(lines.map((edit) => [edit.line, edit]));
  const corrected: NotesSection = {
    ...section,
    title: title?.after ?? section.title,
    body: body?.after ?? section.body,
    lines: section.lines.map((line) => {
      const edit = edits.get(line);
      return {
        ...line,
        text: edit?.text?.after ?? line.text,
        ...(edit?.original ? { original: edit.original.after } : {}),
      };
    }),
  };
  if (!NotesSection.safeParse(corrected).success) throw new Refusal('correctionUnfit');
  return {
    section: corrected,
    content: {
      title,
      body,
      lines: lines.map(({ line, text, original }) => ({ evidence: line.evidence, text, original })),
    },
  };
}

function editedLine(line: Line, body: string, matches: Asked['replacements']) {
  const from = placeIn(body, line.text);
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

async function* revertFields(
  orm: Orm,
  { id }: CampaignRow,
  changes: readonly ChangeOf<'campaign'>[],
  now: Date,
): AsyncGenerator<TextStep<CorrectionPlace[]>> {
  for (const { target, content, place } of changes) {
    const { field } = target;
    const [row] = await orm.select().from(campaigns).where(eq(campaigns.id, id));
    if (row === undefined) continue;
    const before = reverted(row[field], content);
    const fits = CampaignFields.shape[field].safeParse(before.text).success;
    const left = before.left > 0 || !fits ? [place] : [];
    yield fits
      ? fieldStep({ id, field, read: row[field], text: before.text, now }, left)
      : { ...short, sessionId: null, write: async () => left };
  }
}

async function* revertTitles(
  orm: Orm,
  changes: readonly ChangeOf<'sessionTitle'>[],
  now: Date,
): AsyncGenerator<TextStep<CorrectionPlace[]>> {
  for (const { sessionId, content, place } of changes) {
    const [row] = await orm
      .select()
      .from(sessions)
      .where(eq(sessions.id, sessionId ?? ''));
    if (row === undefined) continue;
    const before = reverted(row.title, content);
    const fits = sessionTitle.safeParse(before.text).success;
    const left = before.left > 0 || !fits ? [place] : [];
    yield fits
      ? titleStep({ id: row.id, read: row.title, text: before.text, now }, left)
      : { ...short, sessionId, write: async () => left };
  }
}

async function* revertSections(
  orm: Orm,
  changes: readonly ChangeOf<'section'>[],
  now: Date,
): AsyncGenerator<TextStep<CorrectionPlace[]>> {
  for (const sessionId of new Set(changes.flatMap((change) => change.sessionId ?? []))) {
    const [row] = await orm.select().from(notes).where(eq(notes.sessionId, sessionId));
    await breath();
    const present = row?.sections ?? [];
    const after = [...present];
    const left: CorrectionPlace[] = [];
    for (const { target, content, place } of changes.filter((change) => change.sessionId === sessionId)) {
      const at = present.findIndex(({ key }) => key === target.key);
      const section = present[at];
      const before = section && sectionBefore(section, content);
      if (before === undefined || before.left > 0) left.push(place);
      if (before !== undefined && NotesSection.safeParse(before.section).success) after[at] = before.section;
      await breath();
    }
    yield row === undefined || isDeepStrictEqual(after, present)
      ? { ...short, sessionId, write: async () => left }
      : notesStep({ sessionId, revision: row.revision, sections: after, now }, async () => left);
  }
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

async function cleaned(
  before: readonly NotesSection[],
  kept: readonly NotesSection[],
  erased: Erased,
): Promise<NotesSection[] | null> {
  const all: NotesSection[] = [];
  for (const section of kept) {
    all.push(...sectionsWithout([section], erased));
    await breath();
  }
  return isDeepStrictEqual(all, before) ? null : all;
}

async function eraseFromNotes(orm: Orm, sessionId: string, erasing: Erasing): Promise<void> {
  const erased = erasing.from(sessionId);
  // A recap retells the whole evening, without saying whose words it is from.
  const kept = (sections: readonly NotesSection[]) =>
    sessionId === erasing.session.id ? sections.filter((section) => !isRecapSection(section)) : sections;
  for (let isWritten = false; !isWritten; ) {
    const [row] = await orm.select().from(notes).where(eq(notes.sessionId, sessionId));
    const sections = row ? await cleaned(row.sections, kept(row.sections), erased) : null;
    if (row === undefined || sections === null) break;
    const { revision } = row;
    const written = await erasing.write(sessionId, (tx) =>
      tx
        .update(notes)
        .set({ sections, revision: revision + 1, updatedAt: erasing.now, cause: 'edit' })
        .where(and(eq(notes.sessionId, sessionId), eq(notes.revision, revision)))
        .returning({ revision: notes.revision }),
    );
    isWritten = written.length > 0;
  }
  // Afterwards: the trigger keeps what the notes were before. One at a time: each may be as long as notes can be.
  const versions = rowsInParts(
    orm.select().from(notesVersions),
    notesVersions.revision,
    eq(notesVersions.sessionId, sessionId),
    1,
  );
  for await (const { revision, sections: before } of versions) {
    const sections = await cleaned(before, kept(before), erased);
    if (sections !== null)
      await erasing.write(sessionId, (tx) =>
        tx
          .update(notesVersions)
          .set({ sections })
          .where(and(eq(notesVersions.sessionId, sessionId), eq(notesVersions.revision, revision))),
      );
  }
}
