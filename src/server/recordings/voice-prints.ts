import { and, desc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import type { VoiceMemoryChange } from '#contract/voice-memory.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { whoIs } from '#server/campaigns/cast-rules.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { PrintedSpan } from '#server/engines/voices/port.ts';
import { readPrint, writtenPrint } from '#server/engines/voices/stored-print.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { forgetSoon } from '#server/platform/forget-deleted.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type KeptPrint, segments, transcripts, voiceAgreements, voicePrints } from './tables.ts';

const MOST_EVENINGS = 20;
/** Within these days, whoever says who is who, or moves lines, teaches; then only averages of those who agreed are left. */
export const UNSETTLED_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

const agreementsOf = (campaignId: string) =>
  and(eq(voiceAgreements.campaignId, campaignId), isNull(voiceAgreements.withdrawnAt));

/** Nothing, unless somebody of the campaign has agreed. */
export async function keepVoicePrints(
  tx: Orm,
  { transcriptId, sessionId }: { transcriptId: string; sessionId: string },
  prints: readonly PrintedSpan[],
  now: Date,
): Promise<void> {
  const [session] = await tx
    .select({ campaignId: sessions.campaignId })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  if (session === undefined) return;
  const { campaignId } = session;
  // Who withdraws meanwhile comes after this, and finds what is kept.
  const agreed = await tx
    .select({ personId: voiceAgreements.personId })
    .from(voiceAgreements)
    .where(agreementsOf(campaignId))
    .for('share');
  await tx.delete(voicePrints).where(eq(voicePrints.sessionId, sessionId));
  if (agreed.length === 0) return;
  await tx.insert(voicePrints).values({
    transcriptId,
    campaignId,
    sessionId,
    heardAt: now,
    spans: prints.map((span) => ({ ...span, speakerId: null })),
    centres: {},
    settled: false,
  });
  await teachVoices(tx, transcriptId);
  const older = await tx
    .select({ id: voicePrints.transcriptId })
    .from(voicePrints)
    .where(eq(voicePrints.campaignId, campaignId))
    .orderBy(desc(voicePrints.heardAt))
    .offset(MOST_EVENINGS);
  if (older.length > 0)
    await tx.delete(voicePrints).where(
      inArray(
        voicePrints.transcriptId,
        older.map(({ id }) => id),
      ),
    );
}

/** After lines went to other voices: each voice sounds as its lines do. */
export async function teachVoices(tx: Orm, transcriptId: string): Promise<void> {
  const [row] = await tx
    .select({ spans: voicePrints.spans })
    .from(voicePrints)
    .where(and(eq(voicePrints.transcriptId, transcriptId), eq(voicePrints.settled, false)));
  if (row === undefined) return;
  const lines = await tx
    .select({ startMs: segments.startMs, endMs: segments.endMs, speakerId: segments.speakerId })
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId));
  const spans = withSpeakers(row.spans, lines);
  await tx
    .update(voicePrints)
    .set({ spans, centres: centresOf(spans) })
    .where(eq(voicePrints.transcriptId, transcriptId));
}

interface Line {
  startMs: number;
  endMs: number;
  speakerId: string | null;
}

/** The speaker whose lines cover most of a span, and at least half of it. */
function withSpeakers(spans: readonly KeptPrint[], lines: readonly Line[]): KeptPrint[] {
  const sorted = lines.toSorted((one, other) => one.startMs - other.startMs);
  const longestMs = sorted.reduce((most, { startMs, endMs }) => Math.max(most, endMs - startMs), 0);
  return spans.map((span) => {
    let low = 0;
    for (let high = sorted.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.startMs ?? 0) < span.startMs - longestMs) low = middle + 1;
      else high = middle;
    }
    const shared = new Map<string | null, number>();
    for (let at = low; at < sorted.length; at += 1) {
      const line = sorted[at];
      if (line === undefined || line.startMs >= span.endMs) break;
      const ms = Math.min(line.endMs, span.endMs) - Math.max(line.startMs, span.startMs);
      if (ms > 0) shared.set(line.speakerId, (shared.get(line.speakerId) ?? 0) + ms);
    }
    const [most] = [...shared].sort(([, one], [, other]) => other - one);
    const isTheirs = most !== undefined && most[1] * 2 >= span.endMs - span.startMs;
    return { ...span, speakerId: isTheirs ? most[0] : null };
  });
}

function centresOf(spans: readonly KeptPrint[]): Record<string, string> {
  const sums = new Map<string, Float32Array>();
  for (const { speakerId, print, startMs, endMs } of spans) {
    if (speakerId === null) continue;
    const values = readPrint(print);
    const sum = sums.get(speakerId) ?? new Float32Array(values.length);
    for (const [at, value] of values.entries()) sum[at] = (sum[at] ?? 0) + value * (endMs - startMs);
    sums.set(speakerId, sum);
  }
  return Object.fromEntries([...sums].map(([speakerId, sum]) => [speakerId, writtenPrint(sum)]));
}

type Row = Pick<
  typeof voicePrints.$inferSelect,
  'transcriptId' | 'sessionId' | 'heardAt' | 'settled' | 'centres'
> & {
  speakers: readonly { id: string; label: string }[];
};

const rowsOf = (orm: Orm, campaignId: string): Promise<Row[]> =>
  orm
    .select({
      transcriptId: voicePrints.transcriptId,
      sessionId: voicePrints.sessionId,
      heardAt: voicePrints.heardAt,
      settled: voicePrints.settled,
      centres: voicePrints.centres,
      speakers: transcripts.speakers,
    })
    .from(voicePrints)
    .innerJoin(transcripts, eq(transcripts.id, voicePrints.transcriptId))
    .where(eq(voicePrints.campaignId, campaignId));

/** Which voices of which sessions are remembered, without how they sound. */
export async function rememberedIn(
  orm: Orm,
  campaignId: string,
): Promise<{ sessionId: string; heardAt: Date; voices: string[] }[]> {
  const rows = await rowsOf(orm, campaignId);
  return rows.map(({ sessionId, heardAt, centres, speakers }) => ({
    sessionId,
    heardAt,
    voices: speakers.flatMap(({ id, label }) => (id in centres ? [label] : [])),
  }));
}

/** @param keeps whether a speaker of the transcript, or what is no speaker's, stays */
async function leave(
  tx: Orm,
  transcriptId: string,
  keeps: (speakerId: string | null) => boolean,
  settles = false,
): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(voicePrints)
    .where(eq(voicePrints.transcriptId, transcriptId))
    .for('update');
  if (row === undefined) return false;
  const settled = row.settled || settles;
  const spans = settled ? [] : row.spans.filter(({ speakerId }) => keeps(speakerId));
  const centres = Object.fromEntries(Object.entries(row.centres).filter(([id]) => keeps(id)));
  const isSame =
    settled === row.settled &&
    spans.length === row.spans.length &&
    Object.keys(centres).length === Object.keys(row.centres).length;
  if (isSame) return false;
  const which = eq(voicePrints.transcriptId, transcriptId);
  if (spans.length === 0 && Object.keys(centres).length === 0) await tx.delete(voicePrints).where(which);
  else await tx.update(voicePrints).set({ spans, centres, settled }).where(which);
  return true;
}

async function forgetVoice(tx: Orm, campaignId: string, personId: string, now: Date): Promise<void> {
  await tx
    .update(voiceAgreements)
    .set({ withdrawnAt: now })
    .where(and(agreementsOf(campaignId), eq(voiceAgreements.personId, personId)));
  const cast = await castOf(tx, campaignId);
  for (const { transcriptId, sessionId, speakers } of await rowsOf(tx, campaignId)) {
    const theirs = speakers.filter(({ label }) => whoIs(cast, sessionId, label)?.person?.id === personId);
    await leave(tx, transcriptId, (speakerId) => !theirs.some(({ id }) => id === speakerId));
  }
}

/** @throws Refusal notFound */
export async function changeTheMemory(
  tx: Orm,
  userId: string,
  campaignId: string,
  change: VoiceMemoryChange,
  clock: Clock,
): Promise<void> {
  await ownCampaign(tx, userId, campaignId, { forUpdate: true });
  const now = clock.now();
  if (change.kind === 'agree') {
    const { people } = await castOf(tx, campaignId);
    for (const personId of new Set(change.personIds)) {
      const person = people.find(({ id }) => id === personId);
      if (person === undefined) throw new Refusal('notFound');
      const agreed = { player: person.player, agreedAt: now, withdrawnAt: null };
      await tx
        .insert(voiceAgreements)
        .values({ campaignId, personId, ...agreed })
        .onConflictDoUpdate({
          target: [voiceAgreements.campaignId, voiceAgreements.personId],
          set: agreed,
          setWhere: isNotNull(voiceAgreements.withdrawnAt),
        });
    }
    return;
  }
  if (change.personId !== null) await forgetVoice(tx, campaignId, change.personId, now);
  else {
    await tx.update(voiceAgreements).set({ withdrawnAt: now }).where(agreementsOf(campaignId));
    await tx.delete(voicePrints).where(eq(voicePrints.campaignId, campaignId));
  }
  await forgetSoon(tx, clock);
}

/** Whoever has their voice erased is also not known again. It can be done again after a crash. */
export async function forgetErasedVoice(
  tx: Orm,
  { id: sessionId, campaignId }: { id: string; campaignId: string },
  voice: { transcriptId: string | null; speakerId: string; label: string },
  now: Date,
): Promise<void> {
  const { transcriptId, speakerId, label } = voice;
  const ofSession = eq(voicePrints.sessionId, sessionId);
  await tx
    .delete(voicePrints)
    .where(transcriptId === null ? ofSession : and(ofSession, ne(voicePrints.transcriptId, transcriptId)));
  // What is no speaker's may be theirs.
  if (transcriptId !== null) await leave(tx, transcriptId, (id) => id !== null && id !== speakerId);
  const person = whoIs(await castOf(tx, campaignId), sessionId, label)?.person;
  if (person != null) await forgetVoice(tx, campaignId, person.id, now);
}

/** Removes what no agreement covers, and after some days all but the averages of those who agreed. */
export async function settleVoices(
  database: Pick<Database, 'orm' | 'transaction'>,
  clock: Clock,
  isAllowed: boolean,
): Promise<void> {
  const now = clock.now();
  const campaigns = await database.orm.selectDistinct({ id: voicePrints.campaignId }).from(voicePrints);
  for (const { id: campaignId } of campaigns)
    await database.transaction(async (tx) => {
      const agreed = await tx.select().from(voiceAgreements).where(agreementsOf(campaignId));
      const cast = await castOf(tx, campaignId);
      let isLess = false;
      for (const { transcriptId, sessionId, heardAt, speakers } of await rowsOf(tx, campaignId)) {
        const settles = now.getTime() - heardAt.getTime() >= UNSETTLED_DAYS * DAY_MS;
        const keeps = (speakerId: string | null) => {
          if (!isAllowed || agreed.length === 0) return false;
          const label = speakers.find(({ id }) => id === speakerId)?.label;
          const person = label === undefined ? null : (whoIs(cast, sessionId, label)?.person ?? null);
          return person === null ? !settles : agreed.some(({ personId }) => personId === person.id);
        };
        if (await leave(tx, transcriptId, keeps, settles)) isLess = true;
      }
      if (isLess) await forgetSoon(tx, clock);
    });
}
