import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams } from './campaigns.ts';
import { Id, Revision, Timestamp } from './common.ts';
import { NameKind, nameLimits } from './names.ts';

export const worldLimits = {
  entries: 1500,
  suggestions: 40,
  mentions: 300,
  quotes: 6,
  changes: 10,
  edits: 5000,
  notSameAs: 50,
  threads: 1000,
  threadText: 500,
  date: 120,
} as const;

/** Of a name, however it is written in capitals; never the name itself. */
export const WorldKey = z.string().regex(/^[0-9a-f]{32}$/, 'Use a key of the world index.');

/** What a person changed of an entry. The rest comes from results, glossary and cast. */
export const EntryEdit = z.object({
  name: z.string().trim().min(1).max(nameLimits.term).nullable(),
  kind: NameKind.nullable(),
  /** What analyses said when `kind` was set or their proposal rejected: the same again is no proposal. */
  kindWas: NameKind.nullable(),
  note: z.string().max(nameLimits.note),
  mergedInto: WorldKey.nullable(),
  hidden: z.boolean(),
  notSameAs: z.array(WorldKey).max(worldLimits.notSameAs),
});
export type EntryEdit = z.infer<typeof EntryEdit>;

export const ThreadState = z.enum(['open', 'waiting', 'done', 'dropped']);
export type ThreadState = z.infer<typeof ThreadState>;

/** What a person changed of a thread, or a thread that they made. */
export const ThreadEdit = z.object({
  state: ThreadState,
  text: z.string().trim().min(1).max(worldLimits.threadText).nullable(),
  /** Of a thread that was kept from a transcript, whose words it shows as they are there. */
  kept: z.object({ sessionId: Id, transcriptId: Id, lineId: z.string().min(1).max(80) }).nullable(),
  /** It is in no notes. */
  isOwn: z.boolean(),
});
export type ThreadEdit = z.infer<typeof ThreadEdit>;

/** An in-world date that a person set for a session or one of its scenes. */
export const DateEdit = z.object({
  /** Empty: what was read is no date. */
  date: z.string().trim().max(worldLimits.date),
  of: z.object({
    sessionId: Id,
    /** The first line of a scene; null: of the session, or of a scene without a transcript. */
    lineId: z.string().min(1).max(80).nullable(),
    /** In the transcript, also where it is estimated: a later analysis may begin its scene elsewhere. */
    startMs: z.int().nonnegative().nullable(),
  }),
});
export type DateEdit = z.infer<typeof DateEdit>;

export const WorldChange = z.object({
  key: WorldKey,
  /** 0: nothing was edited. */
  revision: Revision,
  /** Null: as the sessions, the glossary and the cast have it. */
  edit: z.union([EntryEdit, ThreadEdit, DateEdit]).nullable(),
});
export type WorldChange = z.infer<typeof WorldChange>;

const Place = z.object({ sessionId: Id, startMs: z.int().nonnegative().nullable() });

export const WorldEntry = z.object({
  key: WorldKey,
  name: z.string(),
  kind: NameKind,
  /** What analyses say it is. */
  heardAs: NameKind.nullable(),
  /** Other forms of the name; those that a person merged can be split off. */
  aliases: z.array(
    z.object({ name: z.string(), merged: WorldChange.extend({ edit: EntryEdit }).nullable() }),
  ),
  note: z.string(),
  mentions: z.int().nonnegative(),
  sessions: z.int().nonnegative(),
  first: Place.nullable(),
  last: Place.nullable(),
  hidden: z.boolean(),
  edit: EntryEdit.nullable(),
  revision: Revision,
});
export type WorldEntry = z.infer<typeof WorldEntry>;

export const WorldSession = z.object({
  id: Id,
  title: z.string(),
  playedAt: Timestamp.nullable(),
  hasSound: z.boolean(),
});
export type WorldSession = z.infer<typeof WorldSession>;

export const WorldSuggestion = z.discriminatedUnion('what', [
  /** `from` may be another form of the name `into`. */
  z.object({
    what: z.literal('merge'),
    from: WorldKey,
    into: WorldKey,
    because: z.enum(['sound', 'spelling', 'part']),
  }),
  /** An analysis says something else than the person who edited the entry. */
  z.object({ what: z.literal('kind'), key: WorldKey, kind: NameKind, sessionId: Id }),
]);
export type WorldSuggestion = z.infer<typeof WorldSuggestion>;

export const World = z.object({
  /** Most mentioned first. */
  entries: z.array(WorldEntry),
  suggestions: z.array(WorldSuggestion),
  /** In the order in which they were played. */
  sessions: z.array(WorldSession),
  /** There are more entries than are listed. */
  hasMore: z.boolean(),
});
export type World = z.infer<typeof World>;

export const readWorld = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/world',
  params: CampaignParams,
  responses: { 200: World },
  errors: ['notFound'],
  description: 'People, places, factions and things of all sessions, and which of them may be the same.',
});

export const WorldMention = z.object({
  sessionId: Id,
  transcriptId: Id.nullable(),
  lineId: z.string().nullable(),
  startMs: z.int().nonnegative().nullable(),
  text: z.string(),
});
export type WorldMention = z.infer<typeof WorldMention>;

export const WorldEntryPage = z.object({
  entry: WorldEntry,
  mentions: z.array(WorldMention),
  hasMore: z.boolean(),
  quotes: z.array(WorldMention),
  /** Entries named in the same chapters, those with most chapters in common first. */
  together: z.array(z.object({ key: WorldKey, name: z.string(), chapters: z.int().positive() })),
});
export type WorldEntryPage = z.infer<typeof WorldEntryPage>;

export const readWorldEntry = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/world/{key}',
  params: CampaignParams.extend({ key: WorldKey }),
  responses: { 200: WorldEntryPage },
  errors: ['notFound'],
  description: 'An entry of the world index, with where it was mentioned and who was named with it.',
});

export const changeWorld = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/world/changes',
  params: CampaignParams,
  body: z.object({ changes: z.array(WorldChange).min(1).max(worldLimits.changes) }),
  /** What undoes them. */
  responses: { 200: z.object({ undo: z.array(WorldChange) }) },
  errors: ['notFound', 'worldChanged', 'worldFull'],
  description: 'Renames, merges, splits or hides entries of the world index: all changes, or none of them.',
});

export const ThreadPlace = WorldMention.pick({ sessionId: true, lineId: true, startMs: true });

export type ThreadPlace = z.infer<typeof ThreadPlace>;

export const WorldThread = z.object({
  key: WorldKey,
  /** `promise`: a line that a person kept. */
  kind: z.enum(['thread', 'quest', 'decision', 'promise']),
  text: z.string(),
  state: ThreadState,
  /** Null: a person added it. */
  opened: ThreadPlace.nullable(),
  /** Where one of its names was mentioned last, in a later session. */
  touched: ThreadPlace.extend({ name: z.string() }).nullable(),
  /** Sessions since then. */
  silentFor: z.int().nonnegative(),
  edit: ThreadEdit.nullable(),
  revision: Revision,
});
export type WorldThread = z.infer<typeof WorldThread>;

export const readThreads = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/threads',
  params: CampaignParams,
  responses: { 200: z.object({ threads: z.array(WorldThread) }) },
  errors: ['notFound'],
  description:
    'Threads, quests, decisions and kept promises of all sessions, and where each was touched last.',
});
