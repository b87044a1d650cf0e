import { and, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm';
import type { Introduction } from '#contract/sessions.ts';
import type { VoiceMemoryChange } from '#contract/voice-memory.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { whoIs } from '#server/campaigns/cast-rules.ts';
import { soundsLike } from '#server/campaigns/known-voices.ts';
import { sessions } from '#server/campaigns/tables.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { forgetSoon } from '#server/platform/forget-deleted.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  audioAssets,
  type LearnedPrint,
  transcripts,
  voiceAgreements,
  voiceChanges,
  voicePrints,
} from './tables.ts';

/** How somebody who agreed sounds in one session. */
export interface LearnedVoice extends LearnedPrint {
  transcriptId: string;
  speakerId: string;
  personId: string;
}

const agreementsOf = (campaignId: string) =>
  and(eq(voiceAgreements.campaignId, campaignId), isNull(voiceAgreements.withdrawnAt));

/** The people's ids. @param willKeep who withdraws meanwhile waits, and finds what is kept */
export async function agreedIn(orm: Orm, campaignId: string, willKeep = false): Promise<Set<string>> {
  const agreed = orm
    .select({ personId: voiceAgreements.personId })
    .from(voiceAgreements)
    .where(agreementsOf(campaignId));
  return new Set((await (willKeep ? agreed.for('share') : agreed)).map(({ personId }) => personId));
}

/**
 * Keeps how those who agreed sound, and whom the voices of a new transcript sound like. Of the new voices themselves it keeps nothing.
 * @param learned all that is known of the campaign
 * @param sounds of the new transcript
 */
export async function recognizeVoices(
  tx: Orm,
  { transcriptId, sessionId }: { transcriptId: string; sessionId: string },
  {
    learned,
    sounds,
  }: { learned: readonly LearnedVoice[]; sounds: readonly { label: string; print: string }[] },
  now: Date,
): Promise<void> {
  const campaignId = await campaignOf(tx, sessionId);
  if (campaignId === null) return;
  const agreed = await agreedIn(tx, campaignId, true);
  const allowed = learned.filter(({ personId }) => agreed.has(personId));
  await tx.delete(voicePrints).where(eq(voicePrints.sessionId, sessionId));
  await keepLearned(tx, campaignId, allowed, now);
  const people = [...new Set(allowed.map(({ personId }) => personId))];
  const proposals = soundsLike(
    sounds,
    new Map(
      people.map((id) => [id, allowed.flatMap(({ personId, print }) => (personId === id ? [print] : []))]),
    ),
  );
  const row = { transcriptId, campaignId, sessionId, heardAt: now };
  await storeProposals(tx, row, Object.fromEntries(proposals));
}

/** Replaces what the campaign knew. */
export async function keepLearned(
  tx: Orm,
  campaignId: string,
  learned: readonly LearnedVoice[],
  now: Date,
): Promise<void> {
  const cast = await castOf(tx, campaignId);
  const taught = [...new Set(learned.map(({ transcriptId }) => transcriptId))];
  await tx
    .update(voicePrints)
    .set({ centres: {} })
    .where(and(eq(voicePrints.campaignId, campaignId), notInArray(voicePrints.transcriptId, taught)));
  for (const transcriptId of taught) {
    const [transcript] = await tx
      .select({ sessionId: transcripts.sessionId, speakers: transcripts.speakers })
      .from(transcripts)
      .where(and(eq(transcripts.id, transcriptId), isNull(transcripts.replacedAt)));
    if (transcript === undefined) continue;
    const { sessionId, speakers } = transcript;
    // The game master may have said otherwise since.
    const isTheirs = ({ speakerId, personId }: LearnedVoice) => {
      const label = speakers.find(({ id }) => id === speakerId)?.label;
      return label !== undefined && whoIs(cast, sessionId, label)?.person?.id === personId;
    };
    const centres = Object.fromEntries(
      learned
        .filter((each) => each.transcriptId === transcriptId && isTheirs(each))
        .map(({ speakerId, print, taughtBy }) => [speakerId, { print, taughtBy }]),
    );
    await tx
      .insert(voicePrints)
      .values({ transcriptId, campaignId, sessionId, heardAt: now, centres, proposals: {} })
      .onConflictDoUpdate({ target: voicePrints.transcriptId, set: { centres } });
  }
}

/** After its voices were divided otherwise. @returns whom they sounded like until then */
export async function keepProposals(
  tx: Orm,
  transcriptId: string,
  labels: ReadonlySet<string>,
): Promise<Record<string, string>> {
  const which = eq(voicePrints.transcriptId, transcriptId);
  const [row] = await tx.select({ proposals: voicePrints.proposals }).from(voicePrints).where(which);
  const before = row?.proposals ?? {};
  const proposals = Object.fromEntries(Object.entries(before).filter(([label]) => labels.has(label)));
  await tx.update(voicePrints).set({ proposals }).where(which);
  return before;
}

/** Those of people who still agree. */
export async function storeProposals(
  tx: Orm,
  row: { transcriptId: string; campaignId: string; sessionId: string; heardAt: Date },
  people: Readonly<Record<string, string>>,
): Promise<void> {
  const agreed = await agreedIn(tx, row.campaignId, true);
  const proposals = Object.fromEntries(Object.entries(people).filter(([, id]) => agreed.has(id)));
  if (Object.keys(proposals).length === 0) return;
  await tx
    .insert(voicePrints)
    .values({ ...row, centres: {}, proposals })
    .onConflictDoUpdate({ target: voicePrints.transcriptId, set: { proposals } });
}

/** No undo brings back whom a voice sounded like. @param campaignId null: of all campaigns */
async function forgetEarlierProposals(tx: Orm, campaignId: string | null): Promise<void> {
  const ofCampaign = tx
    .select({ id: transcripts.id })
    .from(transcripts)
    .innerJoin(sessions, eq(sessions.id, transcripts.sessionId))
    .where(campaignId === null ? undefined : eq(sessions.campaignId, campaignId));
  await tx
    .update(voiceChanges)
    .set({ before: sql`${voiceChanges.before} - 'proposals'` })
    .where(and(sql`${voiceChanges.before} ? 'proposals'`, inArray(voiceChanges.transcriptId, ofCampaign)));
}

export async function campaignOf(orm: Orm, sessionId: string): Promise<string | null> {
  const [session] = await orm
    .select({ campaignId: sessions.campaignId })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return session?.campaignId ?? null;
}

type Row = Pick<typeof voicePrints.$inferSelect, 'transcriptId' | 'sessionId' | 'heardAt' | 'centres'> & {
  speakers: readonly { id: string; label: string }[];
};

const rowsOf = (orm: Orm, campaignId: string): Promise<Row[]> =>
  orm
    .select({
      transcriptId: voicePrints.transcriptId,
      sessionId: voicePrints.sessionId,
      heardAt: voicePrints.heardAt,
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

/** Removes the other voices, and what a proposal says of other people. */
async function leave(
  tx: Orm,
  transcriptId: string,
  keeps: { voice: (speakerId: string) => boolean; proposal: (label: string, personId: string) => boolean },
): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(voicePrints)
    .where(eq(voicePrints.transcriptId, transcriptId))
    .for('update');
  if (row === undefined) return false;
  const centres = Object.entries(row.centres).filter(([speakerId]) => keeps.voice(speakerId));
  const proposals = Object.entries(row.proposals).filter((each) => keeps.proposal(...each));
  const before = Object.keys(row.centres).length + Object.keys(row.proposals).length;
  const which = eq(voicePrints.transcriptId, transcriptId);
  if (centres.length + proposals.length === 0) await tx.delete(voicePrints).where(which);
  else if (centres.length + proposals.length < before)
    await tx
      .update(voicePrints)
      .set({ centres: Object.fromEntries(centres), proposals: Object.fromEntries(proposals) })
      .where(which);
  else return false;
  return true;
}

async function forgetVoice(tx: Orm, campaignId: string, personId: string, now: Date): Promise<void> {
  await tx
    .update(voiceAgreements)
    .set({ withdrawnAt: now })
    .where(and(agreementsOf(campaignId), eq(voiceAgreements.personId, personId)));
  await forgetEarlierProposals(tx, campaignId);
  const cast = await castOf(tx, campaignId);
  for (const { transcriptId, sessionId, speakers } of await rowsOf(tx, campaignId)) {
    const theirs = speakers.filter(({ label }) => whoIs(cast, sessionId, label)?.person?.id === personId);
    await leave(tx, transcriptId, {
      voice: (speakerId) => !theirs.some(({ id }) => id === speakerId),
      proposal: (_, id) => id !== personId,
    });
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
    await forgetEarlierProposals(tx, campaignId);
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
  if (transcriptId !== null)
    await leave(tx, transcriptId, { voice: (id) => id !== speakerId, proposal: (each) => each !== label });
  const person = whoIs(await castOf(tx, campaignId), sessionId, label)?.person;
  await forgetIntroduction(tx, sessionId, person ?? null);
  if (person != null) await forgetVoice(tx, campaignId, person.id, now);
}

/** Where they said their name. Everybody's, if it is not known who they are: one of them was it. */
async function forgetIntroduction(
  tx: Orm,
  sessionId: string,
  person: { id: string; role: string } | null,
): Promise<void> {
  const recordings = await tx
    .select({ id: audioAssets.id, introductions: audioAssets.introductions })
    .from(audioAssets)
    .where(eq(audioAssets.sessionId, sessionId));
  const isTheirs = ({ personId }: Introduction) =>
    person === null || personId === person.id || (personId === null && person.role === 'gm');
  for (const { id, introductions } of recordings) {
    const left = introductions.filter((each) => !isTheirs(each));
    if (left.length < introductions.length)
      await tx.update(audioAssets).set({ introductions: left }).where(eq(audioAssets.id, id));
  }
}

/** Removes what no agreement covers: also of people about whom the game master was wrong. */
export async function settleVoices(
  database: Pick<Database, 'orm' | 'transaction'>,
  clock: Clock,
  isAllowed: boolean,
): Promise<void> {
  if (!isAllowed) await database.transaction((tx) => forgetEarlierProposals(tx, null));
  const campaigns = await database.orm.selectDistinct({ id: voicePrints.campaignId }).from(voicePrints);
  for (const { id: campaignId } of campaigns)
    await database.transaction(async (tx) => {
      const agreed = isAllowed ? await agreedIn(tx, campaignId) : new Set<string>();
      const cast = await castOf(tx, campaignId);
      let isLess = false;
      for (const { transcriptId, sessionId, speakers } of await rowsOf(tx, campaignId)) {
        const voice = (speakerId: string) => {
          const label = speakers.find(({ id }) => id === speakerId)?.label;
          const person = label === undefined ? null : whoIs(cast, sessionId, label)?.person;
          return person != null && agreed.has(person.id);
        };
        if (await leave(tx, transcriptId, { voice, proposal: (_, personId) => agreed.has(personId) }))
          isLess = true;
      }
      if (isLess) await forgetSoon(tx, clock);
    });
}
