import type { Call } from '#contract/call.ts';
import type * as contract from '#contract/every-module.ts';
import type { ApiFailure } from './api-failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [ReadName, object?];
    defaultError: ApiFailure;
    mutationMeta: MutationMeta;
  }
}

export interface MutationMeta extends Record<string, unknown> {
  background?: boolean;
}

type Modules = (typeof contract)[keyof typeof contract];
type ReadsOf<Module> = Module extends unknown
  ? { [Name in keyof Module as Module[Name] extends Call & { method: 'GET' } ? Name : never]: Module[Name] }
  : never;
type Joined<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** The calls that read, by the names that they have in the contract. */
type Reads = Joined<ReadsOf<Modules>>;
export type ReadName = keyof Reads & string;

type FieldsOf<Schema> = Schema extends { shape: infer Shape } ? keyof Shape : never;
type Given<C> = C extends Call
  ? { [Field in FieldsOf<C['params']> | FieldsOf<C['query']>]?: string | null }
  : never;

/** The key of a query in the cache; with fewer parameters, of all queries that have these. `of`: what it was read of. */
export function keyOf<Name extends ReadName>(
  name: Name,
  given?: Given<Reads[Name]>,
  of?: { revision: number },
) {
  return given === undefined ? ([name] as const) : ([name, { ...given, ...of }] as const);
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
  'readCast',
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
  'readStory',
  'readTimeline',
] as const satisfies readonly ReadName[];
