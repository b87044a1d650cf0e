import type { InspectionEvent } from 'xstate';
import type { NotesEngineShown, NotesWriter } from '#contract/notes-engines.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import type { NotesService } from '#server/campaigns/notes.ts';
import type { Credits } from '#server/credits/credits.ts';
import type { EarlierSessions, NotesEngine } from '#server/engines/notes/port.ts';
import type { SpeechEngine } from '#server/engines/speech/port.ts';
import type { Threads } from '#server/engines/threads/threads.ts';
import type { VoicesEngine } from '#server/engines/voices/port.ts';
import type { OpenLogins } from '#server/http/authenticator.ts';
import type { Room } from '#server/http/room.ts';
import type { Corrections } from '#server/names/corrections.ts';
import type { Config, ModelPrices } from '#server/platform/config.ts';
import { waitForFiles } from '#server/platform/files/wait-for-files.ts';
import type { MailPort } from '#server/platform/mail/port.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { Telemetry } from '#server/platform/telemetry.ts';
import type { AudioFiles } from '#server/recordings/audio-files.ts';
import { isMissing } from '#server/recordings/missing-recordings.ts';
import { endAbandoned, forgetCancelled, forgetCheckpoints } from './abandoned.ts';
import { type AnalysisJobData, analysisJob, createAnalyses } from './analyses.ts';
import { createAnalysisEndings, type NotesFilled } from './analysis-endings.ts';
import { createAnalysisEvents } from './analysis-events.ts';
import { analysisRoutes } from './analysis-routes.ts';
import { createFollowAnalysis } from './analysis-stream.ts';
import { answererOf } from './answers.ts';
import { campaignKnowledge } from './campaign-knowledge.ts';
import { createEndingLetters } from './ending-letters.ts';
import { createEveningService } from './evening-service.ts';
import { createHearingLetters } from './hearing-letters.ts';
import { type CountWaitingChanges, createInstructions, type ProposeChanges } from './instructions.ts';
import { analysisJobRetries, createAnalysisRunner } from './job/analysis-runner.ts';
import { createModelTrial } from './model-trial.ts';
import { measuredWriting, shownCost, shownModelUse } from './model-use.ts';
import { createOlderNotes } from './older-notes.ts';
import { createQuotes } from './quotes.ts';
import { createRecapCollections, type NotesShown } from './recap-collection.ts';
import { engineOf, openWriters, pricePercentOf, type WritersShown } from './writers.ts';

export { createWorkOfSessions } from './work-of-sessions.ts';

const HEARING_EVERY_SECONDS = 300;
const TRIAL_EVERY_SECONDS = 60;

export interface AnalysesDependencies extends Pick<Shared, 'database' | 'store' | 'queue' | 'clock' | 'log'> {
  settings: Config['limits'] & Pick<Config, 'workers' | 'quotas' | 'longestWaitSeconds'>;
  engines: {
    speech: SpeechEngine;
    notes: NotesEngine;
    /** Null: nobody tells apart who speaks on one track. */
    voices?: VoicesEngine | null;
    /** Of those who can write here, to be chosen for an analysis; `notes` writes unless one is. */
    writers?: Partial<Record<NotesWriter, NotesEngine>>;
  };
  /** Whether campaigns may remember how voices sound. */
  remembersVoices?: boolean;
  threads: Threads;
  files: AudioFiles;
  credits: Credits;
  notes: NotesService;
  corrections: Pick<Corrections, 'correctHeard' | 'undisturbed'>;
  logins: Pick<OpenLogins, 'whenEnded'>;
  tidy(sessionId: string): Promise<void>;
  letters?: { mail: MailPort; publicUrl: string | null };
  notesFilled?: NotesFilled;
  /** What an analysis is told of the sessions before. Default: nothing. */
  memory?(sessionId: string): Promise<EarlierSessions>;
  /** Default: nothing of the notes. */
  notesShown?: NotesShown;
  /** Default: nothing is proposed. */
  propose?: ProposeChanges;
  countWaiting?: CountWaitingChanges;
  modelPrices?: ModelPrices | undefined;
  /** Whoever uses the installation also runs it, and pays the service. */
  isPrivate?: boolean;
  /** What is said of a service and of a model here. Null: it cannot write now. */
  shown?: WritersShown;
  /** Of the model on this computer, to measure it before anybody needs it. Default: it is not. */
  trial?: { text(): TranscriptDocument; isHere(): boolean };
  /** Default: it can. */
  canHear?: () => Promise<boolean>;
  inspect?: (event: InspectionEvent) => void;
  telemetry?: Telemetry;
}

export function createAnalysesRoom(deps: AnalysesDependencies) {
  const { settings, database, queue, log } = deps;
  const { quotas } = settings;
  const modelPrices = deps.isPrivate === true ? deps.modelPrices : undefined;
  const shared = { ...deps, modelPrices, canHear: deps.canHear ?? (async () => true) };
  const { speech } = deps.engines;
  const writers = openWriters(deps.engines, deps.shown);
  const trial = deps.trial === undefined ? null : createModelTrial({ ...deps, ...deps.trial, writers });
  if (trial !== null) queue.every('model-trial', TRIAL_EVERY_SECONDS, trial.begin);
  const quotes = createQuotes({
    ...shared,
    writers,
    validMinutes: settings.quoteMinutes,
    highlightsPercent: settings.highlightsPercent,
    mayFetchModel: () => deps.shown?.mayFetch() ?? false,
    tellsVoicesApart: deps.engines.voices != null,
    hearingShown: deps.shown?.hearing ?? { service: null, sends: { what: 'nothing' } },
    isMissing: ({ uploadId }) => isMissing(deps.files, uploadId),
  });
  const analyses = createAnalyses({
    ...shared,
    quotes,
    writers,
    most: quotas.analyses,
    longestWaitSeconds: settings.longestWaitSeconds,
  });
  const letters =
    deps.letters === undefined ? null : createEndingLetters({ database, queue, log, ...deps.letters });
  const older = createOlderNotes({ ...shared, quotes, writers, analyses, ended: letters?.olderNotesEnded });
  const events = createAnalysisEvents(database);
  const knowledge = (sessionId: string) => campaignKnowledge(database, sessionId);
  const instructions = createInstructions({
    ...shared,
    writers,
    events,
    propose: deps.propose ?? (async () => 0),
    countWaiting: deps.countWaiting ?? (async () => 0),
    knowledge,
  });
  const recaps = createRecapCollections({
    ...shared,
    writers,
    events,
    notesShown: deps.notesShown ?? (async () => []),
    knowledge,
  });
  const endings = createAnalysisEndings({
    ...shared,
    audioDays: settings.audioDays,
    ...(letters === null ? {} : { ended: letters.ended }),
  });
  const run = createAnalysisRunner({
    ...shared,
    speech,
    voices: deps.engines.voices,
    writers,
    endings,
    events,
    knowledge,
    correctHeard: deps.corrections.correctHeard,
  });
  const runAlone: typeof run = async (job) => {
    await trial?.leave();
    return run(job);
  };
  queue.work<AnalysisJobData>(analysisJob, waitForFiles(deps.store, log, runAlone), {
    concurrency: settings.workers,
    isShared: true,
    retryLimit: analysisJobRetries,
  });
  const tellHeard =
    deps.letters === undefined ? async () => {} : createHearingLetters({ ...shared, ...deps.letters });
  queue.every('waiting-recordings', HEARING_EVERY_SECONDS, tellHeard);
  return {
    /** @param sharedCampaignId of readers of its pages; null: its game master asks */
    answerer: (sharedCampaignId: string | null) => answererOf(database.orm, writers, sharedCampaignId),
    tellHeard,
    pricePercent: () =>
      writers.preferred() === 'page'
        ? pricePercentOf({ kind: 'highlights' }, settings.highlightsPercent)
        : 100,
    modelUse: () => shownModelUse(deps),
    measured: async (writer: 'computer' | 'service'): Promise<NotesEngineShown['perThousandWords']> => {
      const engine = engineOf(writers, writer);
      const found = engine === null ? null : await measuredWriting(database.orm, engine.id);
      if (found === null) return null;
      const cost = writer === 'service' ? shownCost(found, modelPrices) : null;
      return { seconds: found.seconds, cost, on: found.on };
    },
    routes: (mount) =>
      analysisRoutes(mount, {
        analyses,
        quotes,
        older,
        instructions,
        recaps,
        evening: createEveningService(shared),
        database,
        clock: deps.clock,
        follow: createFollowAnalysis({ ...shared, events, most: quotas.streams }),
      }),
    start: () => events.start(),
    stop: async () => {
      await trial?.stop();
      await events.stop();
    },
    chores: {
      'abandoned analyses': () => endAbandoned({ ...shared, endings }),
      quotes: quotes.prune,
      instructions: instructions.prune,
      recaps: recaps.prune,
      checkpoints: () => forgetCheckpoints(database),
      'cancelled analyses': () => forgetCancelled(database),
    },
  } satisfies Room & {
    answerer: unknown;
    pricePercent: unknown;
    modelUse: unknown;
    measured: unknown;
    tellHeard: unknown;
  };
}
