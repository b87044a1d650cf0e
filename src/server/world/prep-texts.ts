import { and, asc, eq } from 'drizzle-orm';
import { type PrepLine, prepLimits } from '#contract/prep.ts';
import {
  type ChangeOf,
  changesOf,
  type Erasing,
  type RoomTexts,
  type TextStep,
} from '#server/campaigns/room-texts.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { edited, reverted } from '#server/platform/text-edits.ts';
import { segments, transcripts } from '#server/recordings/tables.ts';
import { prepLines, prepSheets } from './tables.ts';

type Target = ChangeOf<'prep'>['target'];

const fields = ['name', 'text', 'note'] as const;
const place = { kind: 'prep', session: null, label: '', startMs: null } as const;
const idOf = ({ ordinal, field }: Target) => `prep~${ordinal ?? 'own'}~${field}`;

/** The game master's lines, and what of the copy is read as text. */
async function textsOf(orm: Orm, campaignId: string): Promise<{ target: Target; text: string }[]> {
  const [sheet] = await orm.select().from(prepSheets).where(eq(prepSheets.campaignId, campaignId));
  if (sheet === undefined) return [];
  const rows = await orm
    .select()
    .from(prepLines)
    .where(eq(prepLines.campaignId, campaignId))
    .orderBy(asc(prepLines.ordinal));
  const own = { target: { kind: 'prep', ordinal: null, field: 'own' } as const, text: sheet.own };
  const copied = rows.flatMap(({ ordinal, line }) =>
    fields.map((field) => ({ target: { kind: 'prep', ordinal, field } as const, text: line[field] })),
  );
  return [own, ...copied].filter(({ text }) => text !== '');
}

/** Null if it is not what was read. */
async function writeText(
  tx: Orm,
  campaignId: string,
  { ordinal, field }: Target,
  { read, text, now }: { read: string; text: string; now: Date },
): Promise<true | null> {
  const ofCampaign = eq(prepSheets.campaignId, campaignId);
  if (ordinal === null || field === 'own') {
    const [sheet] = await tx.select().from(prepSheets).where(ofCampaign).for('update');
    if (sheet?.own !== read) return null;
    await tx
      .update(prepSheets)
      .set({ own: text, revision: sheet.revision + 1, updatedAt: now })
      .where(ofCampaign);
    return true;
  }
  const ofLine = and(eq(prepLines.campaignId, campaignId), eq(prepLines.ordinal, ordinal));
  const [row] = await tx.select().from(prepLines).where(ofLine).for('update');
  if (row?.line[field] !== read) return null;
  await tx
    .update(prepLines)
    .set({ line: { ...row.line, [field]: text } })
    .where(ofLine);
  return true;
}

/** Of the sheet for the next evening: what is kept of it. */
export const prepTexts = {
  async *list(orm, { campaign, session }) {
    if (session !== null) return;
    for (const { target, text } of await textsOf(orm, campaign.id))
      yield {
        room: 'world',
        kind: 'prep',
        id: idOf(target),
        campaignId: campaign.id,
        sessionId: null,
        visibility: 'gm',
        text,
        seconds: null,
        document: idOf(target),
        path: [target.field],
        place,
      };
  },

  async *replace(orm, { campaign, now }, asked) {
    const targets = new Map((await textsOf(orm, campaign.id)).map(({ target }) => [idOf(target), target]));
    for (const { text, replacements } of asked) {
      const target = targets.get(text.id);
      if (target === undefined) continue;
      const content = edited(text.text, replacements);
      if (target.ordinal === null && content.after.length > prepLimits.own)
        throw new Refusal('correctionUnfit');
      yield {
        sessionId: null,
        rows: 1,
        characters: content.after.length,
        async write(tx) {
          const change = { read: text.text, text: content.after, now };
          const isWritten = await writeText(tx, campaign.id, target, change);
          return isWritten && [{ sessionId: null, place: text.place, target, content }];
        },
      };
    }
  },

  async *revert(orm, { campaign, now }, changes) {
    const own = changesOf(changes, 'prep');
    if (own.length === 0) return;
    const present = new Map(
      (await textsOf(orm, campaign.id)).map(({ target, text }) => [idOf(target), text]),
    );
    for (const { target, content } of own) {
      const read = present.get(idOf(target));
      if (read === undefined) continue;
      const { text, left } = reverted(read, content);
      const step: TextStep<(typeof place)[]> = {
        sessionId: null,
        rows: 1,
        characters: text.length,
        async write(tx) {
          const isWritten = await writeText(tx, campaign.id, target, { read, text, now });
          return isWritten && (left > 0 ? [place] : []);
        },
      };
      yield step;
    }
  },

  async erase(orm, { session, repeats, now }) {
    const [sheet] = await orm.select().from(prepSheets).where(eq(prepSheets.campaignId, session.campaignId));
    const own = sheet?.own
      .split('\n')
      .filter((line) => !repeats(session.id, line))
      .join('\n');
    if (sheet !== undefined && own !== undefined && own !== sheet.own)
      await orm
        .update(prepSheets)
        .set({ own, revision: sheet.revision + 1, updatedAt: now })
        .where(eq(prepSheets.campaignId, session.campaignId));
  },

  /** A line of the copy goes with the line of the transcript that it is from. */
  async afterErase(_orm, erasing) {
    const { session, repeats, write } = erasing;
    const ofCampaign = eq(prepLines.campaignId, session.campaignId);
    await write(session.id, async (tx) => {
      for (const { ordinal, sessionId, line } of await tx.select().from(prepLines).where(ofCampaign)) {
        const isGone =
          repeats(sessionId ?? session.id, [line.name, line.text, line.note]) ||
          (sessionId === session.id && !(await isThere(tx, erasing, line)));
        if (isGone) await tx.delete(prepLines).where(and(ofCampaign, eq(prepLines.ordinal, ordinal)));
      }
    });
  },
} satisfies Omit<RoomTexts, 'room' | 'archived'>;

async function isThere(orm: Orm, { session }: Erasing, { place: from }: PrepLine): Promise<boolean> {
  if (from === null || from.lineId === null) return true;
  const [row] = await orm
    .select({ id: segments.id })
    .from(segments)
    .innerJoin(transcripts, eq(transcripts.id, segments.transcriptId))
    .where(and(eq(transcripts.sessionId, session.id), eq(segments.id, from.lineId)))
    .limit(1);
  return row !== undefined;
}
