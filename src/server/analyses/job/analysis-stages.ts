import { eq } from 'drizzle-orm';
import { AnalysisResult } from '#contract/analysis-result.ts';
import type { Introduction } from '#contract/sessions.ts';
import type { TranscriptDocument, Warning } from '#contract/transcript.ts';
import { ownCampaign } from '#server/campaigns/campaigns.ts';
import { castOfSession, introduceVoices } from '#server/campaigns/cast.ts';
import { playersAsSpeakers, tableSize } from '#server/campaigns/cast-rules.ts';
import { lockSession } from '#server/campaigns/lock-session.ts';
import { ownSession } from '#server/campaigns/sessions.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import type {
  CampaignKnowledge,
  EarlierSessions,
  NotesEngine,
  NotesRequest,
} from '#server/engines/notes/port.ts';
import { inTurnOf, type SpeechEngine } from '#server/engines/speech/port.ts';
import { transcribeAudio } from '#server/engines/speech/transcribe.ts';
import type { StageContext } from '#server/engines/stage-context.ts';
import type { Threads } from '#server/engines/threads/threads.ts';
import { segmentPieces, wordsIn } from '#server/engines/transcripts/pieces.ts';
import {
  type VoiceGroupings,
  type VoicesEngine,
  VoicesFailed,
  VoicesUnavailable,
  type VoiceTurn,
} from '#server/engines/voices/port.ts';
import { tellApart } from '#server/engines/voices/tell-apart.ts';
import { voiceLabel } from '#server/engines/voices/voice-words.ts';
import { breath } from '#server/platform/breath.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { storableJson } from '#server/platform/database/storable.ts';
import { forgetSoon } from '#server/platform/forget-deleted.ts';
import { newId } from '#server/platform/ids.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { learnVoices } from '#server/recordings/learn-voices.ts';
import { currentAudio } from '#server/recordings/material.ts';
import { audioAssets } from '#server/recordings/tables.ts';
import {
  hasSpeakers,
  loadTranscript,
  publishTranscript,
  writeTranscript,
} from '#server/recordings/transcript-rows.ts';
import {
  areOfParts,
  followLinesOfTwo,
  giveVoices,
  keepVoiceGroupings,
} from '#server/recordings/voice-changes.ts';
import { type LearnedVoice, recognizeVoices } from '#server/recordings/voice-prints.ts';
import { type AnalysisRow, selectAnalysis } from '../analysis-rows.ts';
import { analyses } from '../tables.ts';
import { engineOf, type Writers } from '../writers.ts';
import { introducedSpeakers, type NamedSpeaker } from './introduced-speakers.ts';
import {
  openStageContext,
  removeWarnings,
  type StoredStageContext,
  stageOutput,
  storedExtraction,
  withoutRepeats,
} from './stage-checkpoints.ts';
import { StageFailure } from './stage-failure.ts';

/** Of people who are still in the cast. */
const introductionsBy = (
  { people }: { people: readonly { id: string }[] },
  { introductions }: { introductions: readonly Introduction[] },
): Introduction[] =>
  introductions.filter(({ personId }) => personId === null || people.some(({ id }) => id === personId));

const CORRECTIONS_SHOWN = 8;

const cannotBeToldApart = () => new VoicesFailed('The voices of this recording could not be told apart.');

export interface KnownCampaign extends CampaignKnowledge {
  language: string | null;
}

interface HeardVoices {
  turns: VoiceTurn[];
  groupings: VoiceGroupings;
  /** By voice. */
  sounds: Map<number, string>;
  introduced: { voice: number; personId: string | null }[];
  learned: LearnedVoice[];
}

interface LabelledVoices extends Pick<HeardVoices, 'groupings' | 'learned'> {
  sounds: { label: string; print: string }[];
  named: NamedSpeaker[];
}

const labelled = (
  { groupings, learned, sounds, introduced }: HeardVoices,
  labelOf: (voice: number) => string | undefined,
): LabelledVoices => ({
  groupings,
  learned,
  sounds: [...sounds].flatMap(([voice, print]) => {
    const label = labelOf(voice);
    return label === undefined ? [] : [{ label, print }];
  }),
  named: introduced.flatMap(({ voice, personId }) => {
    const label = labelOf(voice);
    return label === undefined ? [] : [{ label, personId }];
  }),
});

export interface StageDependencies extends Pick<Shared, 'database' | 'clock'> {
  files: AudioFiles;
  log: Pick<Logger, 'warn'>;
  speech: SpeechEngine;
  writers: Pick<Writers, 'ready'>;
  voices?: VoicesEngine | null | undefined;
  /** Whether campaigns may remember how voices sound. */
  remembersVoices?: boolean;
  threads: Pick<Threads, 'verify'>;
  knowledge(sessionId: string): Promise<KnownCampaign>;
  /** Reads the results of all earlier sessions: only for those who write notes. */
  memory?(sessionId: string): Promise<EarlierSessions>;
  correctHeard(sessionId: string): Promise<{ wrong: string; right: string; count: number }[]>;
}

/** Stages read from and save to the database, so a rerun only does what was not saved. */
export type AnalysisStages = ReturnType<typeof createAnalysisStages>;

export function createAnalysisStages(deps: StageDependencies) {
  const { database, files, clock, speech, writers } = deps;

  async function audioOf(row: AnalysisRow) {
    const [asset] =
      row.audioAssetId === null
        ? []
        : await database.orm.select().from(audioAssets).where(eq(audioAssets.id, row.audioAssetId));
    if (asset === undefined || (await files.size(asset.uploadId)) === null) {
      throw new StageFailure('recordingMissing', new Error('The recording no longer exists.'));
    }
    return asset;
  }

  async function transcriptOf(row: AnalysisRow): Promise<TranscriptDocument & { id: string }> {
    const { transcriptId } = (await selectAnalysis(database.orm, row.id)) ?? row;
    const transcript = transcriptId === null ? null : await loadTranscript(database.orm, transcriptId);
    if (transcriptId === null || transcript === null)
      throw new Error('The transcript of the analysis is missing.');
    return { ...transcript, id: transcriptId };
  }

  async function transcriptionOf(row: AnalysisRow, asset: Awaited<ReturnType<typeof audioOf>>) {
    const campaign = await deps.knowledge(row.sessionId);
    return {
      engine: speech,
      language: campaign.language,
      vocabulary: vocabularyOf(campaign),
      durationSeconds: asset.durationSeconds,
      account: asset.account,
      ...(asset.kind === 'multitrack' ? { tracks: asset.tracks.map(({ name }) => name) } : {}),
    };
  }

  async function hearVoices(
    row: AnalysisRow,
    asset: Awaited<ReturnType<typeof audioOf>>,
    { path, engine, context }: { path: string; engine: VoicesEngine; context: StoredStageContext },
  ): Promise<HeardVoices> {
    const cast = await castOfSession(database.orm, row.sessionId);
    const introductions = introductionsBy(cast, asset);
    const { introduced, ...heard } = await tellApart({
      path,
      engine,
      durationSeconds: asset.durationSeconds,
      people: row.request.people ?? tableSize(cast),
      introductions,
      context,
    });
    const { sessionId } = row;
    const { signal } = context;
    const learned = deps.remembersVoices
      ? await learnVoices({ orm: database.orm, files, engine, sessionId, signal, log: deps.log })
      : [];
    return {
      ...heard,
      learned,
      introduced: introductions.flatMap(({ personId }, at) => {
        const voice = introduced[at] ?? null;
        return voice === null ? [] : [{ voice, personId }];
      }),
    };
  }

  /** The same words, each with its voice: what was heard is saved. */
  async function mergedAgain(
    row: AnalysisRow,
    asset: Awaited<ReturnType<typeof audioOf>>,
    { path, turns, signal }: { path: string; turns: readonly VoiceTurn[]; signal: AbortSignal },
  ): Promise<TranscriptDocument> {
    const context = await openStageContext({
      database,
      analysisId: row.id,
      stage: 'transcribing',
      signal,
      progress: () => {},
    });
    return transcribeAudio({ ...(await transcriptionOf(row, asset)), path, context, turns });
  }

  async function requestOf(row: AnalysisRow): Promise<NotesRequest> {
    const { language: _, ...campaign } = await deps.knowledge(row.sessionId);
    const earlier = await deps.memory?.(row.sessionId);
    const cast = await castOfSession(database.orm, row.sessionId);
    const transcript = await transcriptOf(row);
    return {
      transcript: {
        ...transcript,
        speakers: playersAsSpeakers(cast, row.sessionId, transcript.speakers),
      },
      detailLevel: row.detailLevel,
      language: row.language,
      campaign: earlier === undefined ? campaign : { ...campaign, earlier },
    };
  }

  async function keepTranscript(
    row: AnalysisRow,
    document: TranscriptDocument,
    named: readonly NamedSpeaker[],
    voices: LabelledVoices | null = null,
  ): Promise<void> {
    const identity = {
      id: newId(),
      sessionId: row.sessionId,
      audioAssetId: row.audioAssetId,
      createdAt: clock.now(),
    };
    const { segments, ...head } = document;
    const read = {
      head: storableJson(head),
      segmentCount: segments.length,
      wordCount: segments.reduce((count, segment) => count + wordsIn(segment.text), 0),
    };
    await writeTranscript(database.orm, identity, read, segmentPieces(segments));
    const speaks = ({ label }: { label: string }) => head.speakers.some((each) => each.label === label);
    const introduced = named.filter(speaks);
    await database.transaction(async (tx) => {
      const session = introduced.length === 0 ? null : await lockedWithCampaign(tx, row);
      await lockSession(tx, row.sessionId);
      const audio = await currentAudio(tx, row.sessionId);
      const hadVoices = session !== null && (await hasSpeakers(tx, row.audioAssetId));
      const now = clock.now();
      const isCurrent = audio?.id === row.audioAssetId;
      await publishTranscript(tx, identity, { now, isCurrent });
      if (voices !== null) await keepVoices(tx, row, identity.id, voices);
      if (session !== null && isCurrent)
        await introduceVoices(tx, session, introduced, { now, keepsChosen: hadVoices });
      await tx.update(analyses).set({ transcriptId: identity.id }).where(eq(analyses.id, row.id));
    });
  }

  async function lockedWithCampaign(tx: Orm, { userId, sessionId }: AnalysisRow) {
    const session = await ownSession(tx, userId, sessionId);
    await ownCampaign(tx, userId, session.campaignId, { forUpdate: true });
    return session;
  }

  async function keepVoices(
    tx: Orm,
    { sessionId }: AnalysisRow,
    transcriptId: string,
    voices: LabelledVoices,
  ) {
    await keepVoiceGroupings(tx, transcriptId, voices.groupings);
    if (deps.remembersVoices) await recognizeVoices(tx, { transcriptId, sessionId }, voices, clock.now());
    // The checkpoints had the prints.
    await forgetSoon(tx, clock);
  }

  /** The transcript of an earlier analysis: its lines get voices, and stay as they are. */
  async function giveKeptLinesVoices(
    row: AnalysisRow,
    transcriptId: string,
    heard: HeardVoices,
  ): Promise<void> {
    await database.transaction(async (tx) => {
      const session = await lockedWithCampaign(tx, row);
      await lockSession(tx, row.sessionId);
      const { sessionId } = row;
      const labels = await giveVoices(
        tx,
        { transcriptId, sessionId, campaignId: session.campaignId },
        heard.turns,
      );
      if (labels.size === 0) throw cannotBeToldApart();
      const voices = labelled(heard, (voice) => labels.get(voice));
      const groupings = { ...voices.groupings, isLate: true };
      await keepVoices(tx, row, transcriptId, { ...voices, groupings });
      await followLinesOfTwo(tx, transcriptId);
      await introduceVoices(tx, session, voices.named, { now: clock.now(), keepsChosen: true });
    });
  }

  async function result(analysisId: string): Promise<AnalysisResult | null> {
    const stored = await stageOutput(database.orm, analysisId, 'verifying');
    await breath();
    const output = AnalysisResult.safeParse(stored);
    await breath();
    return output.success ? output.data : null;
  }

  return {
    result,

    /**
     * Checks that the recording is still stored, and gets the speech engine ready: the embedded engine
     * loads its model, after downloading it if needed.
     */
    async prepare(row: AnalysisRow, context: StageContext): Promise<void> {
      await audioOf(row);
      await inTurnOf(speech, context, () =>
        speech.prepare({ signal: context.signal, progress: context.progress }),
      );
    },

    /**
     * Cuts the recording into pieces, has the speech engine transcribe each piece that is not silent,
     * and stores the transcript. Finished pieces are not transcribed again.
     */
    async transcribe(row: AnalysisRow, context: StoredStageContext): Promise<void> {
      const present = await selectAnalysis(database.orm, row.id);
      if (present?.transcriptId != null) return;
      const asset = await audioOf(row);
      const document = await files.withLocalFile(asset.uploadId, async (path) =>
        transcribeAudio({ ...(await transcriptionOf(row, asset)), path, context }),
      );
      context.signal.throwIfAborted();
      await context.finish({ segmentCount: document.segments.length });
      const cast = await castOfSession(database.orm, row.sessionId);
      const introductions = areOfParts(document.warnings) ? [] : introductionsBy(cast, asset);
      await keepTranscript(row, document, introducedSpeakers(document, introductions));
    },

    /**
     * Tells the speakers apart by their voices, unless they have a track each or the speech engine
     * already has. If that fails, the notes are written anyway, with a warning, and the next analysis tries
     * again: it adds the speakers and leaves the words as they are.
     */
    async diarize(row: AnalysisRow, context: StoredStageContext): Promise<void> {
      const { id: transcriptId, speakers, warnings, source } = await transcriptOf(row);
      if (speakers.length > 0 && !areOfParts(warnings) && !row.request.tellsVoicesApart) return;
      const asset = await audioOf(row);
      const hasOneTrack = source === 'speech' && asset.kind !== 'multitrack';
      const engine = deps.voices;
      try {
        if (!engine || !hasOneTrack) throw new VoicesUnavailable('Nobody here tells these voices apart.');
        const { signal } = context;
        await files.withLocalFile(asset.uploadId, async (path) => {
          const heard = await hearVoices(row, asset, { path, engine, context });
          signal.throwIfAborted();
          if (row.request.tellsVoicesApart) return giveKeptLinesVoices(row, transcriptId, heard);
          const document = await mergedAgain(row, asset, { path, turns: heard.turns, signal });
          signal.throwIfAborted();
          if (document.speakers.length === 0) throw cannotBeToldApart();
          const voices = labelled(heard, voiceLabel);
          await keepTranscript(row, document, voices.named, voices);
        });
        await database.transaction((tx) => removeWarnings(tx, row.id, 'speakersPerPart'));
      } catch (error) {
        // Speakers of parts are better than none.
        if (context.signal.aborted || !areOfParts(warnings)) throw error;
      }
    },

    /**
     * The notes engine finds scenes, names, quests and quotes in the transcript, with their evidence.
     * Without a language model, this already yields all the notes.
     */
    async extract(row: AnalysisRow, context: StoredStageContext): Promise<void> {
      const notes = writerFor(writers, row);
      if ((await storedExtraction(database.orm, notes, row.id)) !== undefined) return;
      const corrected = await deps.correctHeard(row.sessionId);
      if (corrected.length > 0) context.warn(correctedWarning(corrected));
      const value = await notes.extract(await requestOf(row), context);
      context.signal.throwIfAborted();
      await context.finish({ engine: notes.id, value });
    },

    /**
     * A language model writes the notes at the chosen level; without one, they are complete already.
     * From here on the analysis can no longer be cancelled (D1).
     */
    async write(row: AnalysisRow, context: StoredStageContext): Promise<void> {
      const notes = writerFor(writers, row);
      const saved = await stageOutput(database.orm, row.id, 'writing');
      if (AnalysisResult.safeParse(saved).success) return;
      const extraction = await storedExtraction(database.orm, notes, row.id);
      if (extraction === undefined) throw new Error('What was extracted is missing.');
      const written = await notes.write(await requestOf(row), extraction.value, context);
      context.signal.throwIfAborted();
      await context.finish(written);
    },

    /**
     * Checks the evidence of every line, and leaves out what the transcript does not support, with a
     * warning. A quote that is not in it word for word loses its quotation marks.
     */
    async verify(row: AnalysisRow, context: StoredStageContext): Promise<void> {
      const stored = await stageOutput(database.orm, row.id, 'writing');
      await breath();
      const written = AnalysisResult.parse(stored);
      const transcript = await transcriptOf(row);
      const { warnings } = (await selectAnalysis(database.orm, row.id)) ?? row;
      const verified = await deps.threads.verify(written, transcript, context.signal);
      await breath();
      await context.finish({
        ...verified,
        warnings: withoutRepeats([...transcript.warnings, ...warnings, ...verified.warnings]),
      });
    },
  };
}

/** @throws NotesUnavailable if it can no longer write here */
function writerFor(writers: Pick<Writers, 'ready'>, { writer }: Pick<AnalysisRow, 'writer'>): NotesEngine {
  const engine = engineOf(writers, writer);
  if (engine === null)
    throw new NotesUnavailable('What was to write the notes is not there any more.', { retryable: true });
  return engine;
}

function correctedWarning(corrected: readonly { wrong: string; right: string; count: number }[]): Warning {
  const shown = corrected.slice(0, CORRECTIONS_SHOWN);
  const more = corrected.length - shown.length;
  const pairs = shown.map(({ wrong, right, count }) => `“${wrong}” to “${right}” (${count})`);
  const list = [...pairs, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return {
    code: 'namesCorrected',
    message: `Your glossary corrected names in this transcript: ${list}.`,
    startMs: null,
    endMs: null,
  };
}

function vocabularyOf(campaign: CampaignKnowledge): string[] {
  const { playerCharacters, names } = campaign;
  return [
    ...playerCharacters.flatMap(({ name, aliases }) => [name, ...aliases]),
    ...names.flatMap(({ term, aliases }) => [term, ...(aliases ?? [])]),
  ];
}
