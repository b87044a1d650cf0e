import type * as account from '#contract/account.ts';
import type * as agreements from '#contract/agreements.ts';
import type * as analyses from '#contract/analyses.ts';
import type * as appConfig from '#contract/app-config.ts';
import type * as billing from '#contract/billing.ts';
import type { Call } from '#contract/call.ts';
import type * as campaigns from '#contract/campaigns.ts';
import type * as checkQuestions from '#contract/check-questions.ts';
import type * as corrections from '#contract/corrections.ts';
import type * as exports from '#contract/exports.ts';
import type * as feedback from '#contract/feedback.ts';
import type * as instructions from '#contract/instructions.ts';
import type * as legal from '#contract/legal.ts';
import type * as names from '#contract/names.ts';
import type * as notes from '#contract/notes.ts';
import type * as playbacks from '#contract/playbacks.ts';
import type * as posting from '#contract/posting.ts';
import type * as preferences from '#contract/preferences.ts';
import type * as prep from '#contract/prep.ts';
import type * as proposals from '#contract/proposals.ts';
import type * as search from '#contract/search.ts';
import type * as server from '#contract/server.ts';
import type * as sessions from '#contract/sessions.ts';
import type * as sharing from '#contract/sharing.ts';
import type * as soundLanes from '#contract/sound-lanes.ts';
import type * as speakers from '#contract/speakers.ts';
import type * as status from '#contract/status.ts';
import type * as trackers from '#contract/trackers.ts';
import type * as transcripts from '#contract/transcripts.ts';
import type * as uploads from '#contract/uploads.ts';
import type * as voices from '#contract/voices.ts';
import type * as world from '#contract/world.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [ReadName, object?];
  }
}

type Contract = typeof account &
  typeof agreements &
  typeof analyses &
  typeof appConfig &
  typeof billing &
  typeof campaigns &
  typeof checkQuestions &
  typeof corrections &
  typeof exports &
  typeof feedback &
  typeof instructions &
  typeof legal &
  typeof names &
  typeof notes &
  typeof playbacks &
  typeof posting &
  typeof prep &
  typeof preferences &
  typeof proposals &
  typeof search &
  typeof server &
  typeof sessions &
  typeof sharing &
  typeof soundLanes &
  typeof speakers &
  typeof status &
  typeof trackers &
  typeof transcripts &
  typeof uploads &
  typeof voices &
  typeof world;

/** The calls that read, by the names that they have in the contract. */
export type ReadName = {
  [Name in keyof Contract]: Contract[Name] extends Call & { method: 'GET' } ? Name : never;
}[keyof Contract];

type FieldsOf<Schema> = Schema extends { shape: infer Shape } ? keyof Shape : never;
type Given<C> = C extends Call
  ? { [Field in FieldsOf<C['params']> | FieldsOf<C['query']>]?: string | null }
  : never;

/** The key of a query in the cache; with fewer parameters, of all queries that have these. */
export function keyOf<Name extends ReadName>(name: Name, given?: Given<Contract[Name]>) {
  return given === undefined ? ([name] as const) : ([name, given] as const);
}

/** What shows texts in which a name may have been corrected. */
export const readsOfTexts = [
  'listCampaigns',
  'readCampaign',
  'listSessions',
  'readSession',
  'readNotes',
  'readDiscordMessages',
  'listPosts',
  'readSharedNotes',
  'readAnalysis',
  'readTalkShare',
  'readTranscript',
  'listSegments',
  'listNames',
  'listCorrections',
  'countQuestions',
  'readWorld',
  'readWorldEntry',
  'readThreads',
  'readPrep',
] as const satisfies readonly ReadName[];
