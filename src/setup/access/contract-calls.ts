import * as account from '#contract/account.ts';
import * as agreements from '#contract/agreements.ts';
import * as alphaTesters from '#contract/alpha-testers.ts';
import * as analyses from '#contract/analyses.ts';
import * as announcements from '#contract/announcements.ts';
import * as appConfig from '#contract/app-config.ts';
import * as backups from '#contract/backups.ts';
import * as billing from '#contract/billing.ts';
import type { Call } from '#contract/call.ts';
import * as campaigns from '#contract/campaigns.ts';
import * as checkQuestions from '#contract/check-questions.ts';
import * as corrections from '#contract/corrections.ts';
import * as eveningChanges from '#contract/evening-changes.ts';
import * as exports from '#contract/exports.ts';
import * as feedback from '#contract/feedback.ts';
import * as instructions from '#contract/instructions.ts';
import * as legal from '#contract/legal.ts';
import * as names from '#contract/names.ts';
import * as notes from '#contract/notes.ts';
import * as notesEngines from '#contract/notes-engines.ts';
import * as olderNotes from '#contract/older-notes.ts';
import * as playbacks from '#contract/playbacks.ts';
import * as posting from '#contract/posting.ts';
import * as preferences from '#contract/preferences.ts';
import * as prep from '#contract/prep.ts';
import * as proposals from '#contract/proposals.ts';
import * as recaps from '#contract/recaps.ts';
import * as reconciliation from '#contract/reconciliation.ts';
import * as search from '#contract/search.ts';
import * as server from '#contract/server.ts';
import * as sessions from '#contract/sessions.ts';
import * as sharing from '#contract/sharing.ts';
import * as soundLanes from '#contract/sound-lanes.ts';
import * as speakers from '#contract/speakers.ts';
import * as status from '#contract/status.ts';
import * as trackers from '#contract/trackers.ts';
import * as transcriptEdits from '#contract/transcript-edits.ts';
import * as transcripts from '#contract/transcripts.ts';
import * as uploads from '#contract/uploads.ts';
import * as voiceChanges from '#contract/voice-changes.ts';
import * as voiceMemory from '#contract/voice-memory.ts';
import * as voices from '#contract/voices.ts';
import * as world from '#contract/world.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

export const contractModules = [
  account,
  agreements,
  alphaTesters,
  announcements,
  analyses,
  appConfig,
  backups,
  billing,
  campaigns,
  checkQuestions,
  corrections,
  eveningChanges,
  exports,
  feedback,
  instructions,
  legal,
  names,
  notes,
  notesEngines,
  olderNotes,
  playbacks,
  posting,
  prep,
  preferences,
  proposals,
  recaps,
  reconciliation,
  search,
  server,
  sessions,
  sharing,
  soundLanes,
  speakers,
  status,
  trackers,
  transcriptEdits,
  transcripts,
  uploads,
  voiceChanges,
  voiceMemory,
  voices,
  world,
] as const;

export const contractCalls = contractModules.flatMap((module) =>
  Object.entries(module).flatMap(([name, value]) => (isCall(value) ? [{ name, call: value }] : [])),
);
