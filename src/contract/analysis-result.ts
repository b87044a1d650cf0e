import { z } from 'zod';
import { DetailLevel } from './common.ts';
import { Warning } from './transcript.ts';

export const Evidence = z.object({
  segmentIds: z.array(z.string()).min(1),
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
});
export type Evidence = z.infer<typeof Evidence>;

export const Line = z.object({
  text: z.string().min(1),
  evidence: Evidence,
  original: z.string().optional(),
});
export type Line = z.infer<typeof Line>;

export const Scene = z.object({
  title: z.string().min(1),
  description: z.string(),
  /** Every statement in `description`, verbatim and in order. */
  lines: z.array(Line),
  keyEvents: z.array(Line),
  location: z.string().nullable(),
  evidence: Evidence,
});
export type Scene = z.infer<typeof Scene>;

export const Moment = z.object({
  description: z.string().min(1),
  /** True only if every word of `description` is in the cited segments. */
  isQuote: z.boolean(),
  speaker: z.string().nullable(),
  context: z.string(),
  evidence: Evidence,
});
export type Moment = z.infer<typeof Moment>;

export const NamedItem = z.object({
  name: z.string().min(1),
  description: z.string(),
  isNew: z.boolean(),
  presence: z.enum(['met', 'spokenOf']).optional(),
  evidence: Evidence,
});
export type NamedItem = z.infer<typeof NamedItem>;

export const QuestStatus = z.enum(['new', 'active', 'completed', 'failed', 'unknown']);

export const Quest = z.object({
  name: z.string().min(1),
  status: QuestStatus,
  progress: z.array(Line),
  evidence: Evidence,
});

const CharacterMoment = z.object({
  character: z.string().min(1),
  text: z.string().min(1),
  evidence: Evidence,
});

const Combat = z.object({
  title: z.string().min(1),
  description: z.string(),
  outcome: z.string().nullable(),
  evidence: Evidence,
});

export const GlanceRow = z.object({
  label: z.string().min(1),
  entries: z.array(z.object({ text: z.string().min(1), guessed: z.boolean(), evidence: Evidence })),
});
export type GlanceRow = z.infer<typeof GlanceRow>;

export const Confirmation = z.object({
  kind: z.enum(['name', 'nameKind', 'cast', 'speaker', 'fact']),
  text: z.string().min(1),
  evidence: Evidence,
});

/** Word for word from the transcript: plain text, not Markdown. Its own seconds lie within those of its evidence. */
const Said = z.object({
  text: z.string().min(1),
  speakerId: z.string().nullable(),
  /** As shown: “Wren (Lena)”, “Lena”; null if no voice is known. */
  speaker: z.string().nullable(),
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  /** 0 for the one most worth reading. */
  rank: z.int().nonnegative(),
  evidence: Evidence,
});

/** Up to five neighboring sentences of one turn. */
export const Passage = Said.extend({
  /** The same in later analyses of the same lines. */
  id: z.string().min(1).max(60),
  chapter: z.int().nonnegative(),
  /** Shown at once, or in the longer read. */
  shown: z.enum(['page', 'more']),
  /** Somebody of the story speaks in it; the speech begins before it or ends after it. */
  isSpeech: z.boolean().optional(),
  /** The game master does not want to see it. */
  hidden: z.boolean().default(false),
});
export type Passage = z.infer<typeof Passage>;

export const Chapter = z.object({
  /** A clause of the game master's narration, word for word, without quotation marks. */
  title: Line.nullable(),
  /** The game master's own title, shown instead. */
  ownTitle: z.string().trim().min(1).max(200).nullable().default(null),
  /** Only if the party is surely there. */
  place: z.string().nullable(),
  /** Names heard in it, those of people who are surely there first. */
  names: z.array(z.string()),
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  /** Its first and last line. */
  evidence: Evidence,
});
export type Chapter = z.infer<typeof Chapter>;

/** A place in the recording. It claims nothing but what was said there. */
export const Pointer = Said.extend({
  kind: z.enum(['moment', 'fight', 'roll', 'question', 'handedOut']),
});
export type Pointer = z.infer<typeof Pointer>;

export const IndexedName = z.object({
  name: z.string().min(1),
  kind: z.enum(['person', 'location', 'item', 'faction', 'other']),
  /** A played character, as the campaign or the game master says; guesses are questions. */
  isPlayed: z.boolean(),
  /** Only if sure. */
  isThere: z.boolean(),
  count: z.int().positive(),
  /** One entry for each line with the name, in order: all, or the first `mostTimes`. */
  heard: z.object({ segmentIds: z.array(z.string()).min(1), startsMs: z.array(z.int().nonnegative()) }),
});
export type IndexedName = z.infer<typeof IndexedName>;

/** One number for each stretch of `stretchMs`, from the recording's start. */
export const Timeline = z.object({
  stretchMs: z.int().positive(),
  /** Words by each voice. */
  voices: z.array(
    z.object({ speakerId: z.string().nullable(), label: z.string().nullable(), words: z.array(z.int()) }),
  ),
  /** Words of dice and rules; laughter that the transcript notes. */
  dice: z.array(z.int()),
  laughter: z.array(z.int()),
  /** The recap, and what is not play: announcements, breaks, farewell. */
  apart: z.array(
    z.object({
      kind: z.enum(['recap', 'outside']),
      startMs: z.int().nonnegative(),
      endMs: z.int().nonnegative(),
    }),
  ),
});
export type Timeline = z.infer<typeof Timeline>;

export const Missing = z.enum(['voices', 'gameMaster', 'game', 'language']);
export type Missing = z.infer<typeof Missing>;

/**
 * The evening in its own words: what the page without a model shows. Both levels have all of it and differ in length (`eveningLengths`). Times of a transcript
 * with `estimated` timing are places in it: shown only in files, on shared pages and in emails, as “about 1:12:00”.
 */
export const Evening = z.object({
  chapters: z.array(Chapter),
  /** In the order of the evening. */
  passages: z.array(Passage),
  pointers: z.array(Pointer),
  names: z.array(IndexedName),
  timeline: Timeline,
  /** What could not be found; `missingTexts` says what would help. */
  missing: z.array(Missing),
});
export type Evening = z.infer<typeof Evening>;

/** Times that an index has of one name. */
export const mostTimes = 100;

/** Texts are Markdown; `lines` has their statements, verbatim and in order, with evidence. */
export const AnalysisResult = z.object({
  /** `highlights`: picked from the transcript; `notes`: written by a model. */
  kind: z.enum(['highlights', 'notes']),
  detailLevel: DetailLevel,
  title: z.string().min(1).max(200),
  shortSummary: z.string().max(1600),
  summary: z.string().max(50_000),
  previouslyOn: z.string(),
  lines: z.object({
    shortSummary: z.array(Line),
    summary: z.array(Line),
    previouslyOn: z.array(Line),
  }),
  glance: z.array(GlanceRow).default([]),
  /** Results of earlier versions have none; then `summary` and `scenes` have all. */
  evening: Evening.optional(),
  scenes: z.array(Scene),
  memorableMoments: z.array(Moment),
  npcs: z.array(NamedItem),
  locations: z.array(NamedItem),
  items: z.array(NamedItem),
  factions: z.array(NamedItem),
  quests: z.array(Quest),
  openThreads: z.array(Line),
  decisions: z.array(Line),
  characterMoments: z.array(CharacterMoment),
  combats: z.array(Combat),
  toConfirm: z.array(Confirmation),
  warnings: z.array(Warning),
});
export type AnalysisResult = z.infer<typeof AnalysisResult>;
