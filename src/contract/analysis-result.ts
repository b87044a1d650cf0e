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

export const CharacterMoment = z.object({
  character: z.string().min(1),
  text: z.string().min(1),
  evidence: Evidence,
});

export const Combat = z.object({
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

/** Texts are Markdown; `lines` has their statements, verbatim and in order, with evidence. */
export const AnalysisResult = z.object({
  /** `highlights`: picked from the transcript; `notes`: written by a model. */
  kind: z.enum(['highlights', 'notes']),
  detailLevel: DetailLevel,
  title: z.string().min(1).max(200),
  shortSummary: z.string().max(1200),
  summary: z.string().max(50_000),
  previouslyOn: z.string(),
  lines: z.object({
    shortSummary: z.array(Line),
    summary: z.array(Line),
    previouslyOn: z.array(Line),
  }),
  glance: z.array(GlanceRow).default([]),
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
