import type { z } from 'zod';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import type { StageContext } from '../stage-context.ts';

export interface CampaignKnowledge {
  title: string | null;
  system: string | null;
  setting: string | null;
  genre?: string | null;
  instructions: string | null;
  recapStyles?: readonly string[];
  storySoFar?: string | null;
  playerCharacters: { name: string; playedBy: string | null; aliases: string[] }[];
  /** The glossary; `aliases` are other names for the same, `heardAs` is what recognisers mishear. */
  names: { term: string; kind: string; heardAs: string[]; aliases?: string[] }[];
}

export interface NotesRequest {
  transcript: TranscriptDocument;
  detailLevel: DetailLevel;
  /** BCP 47 tag to write in; null: the transcript's own. */
  language: string | null;
  campaign: CampaignKnowledge;
}

/**
 * Turns a transcript into notes in the three stages of the analysis-job chart. After a crash, a stage may run
 * again with the same input: it does not repeat what was saved through `context.checkpoint`.
 */
export interface NotesEngine<Extraction = unknown> {
  readonly id: string;
  readonly kind: AnalysisResult['kind'];
  /** What extraction finds, in the engine's own form. It survives JSON; this schema reads stored ones. */
  readonly extraction: z.ZodType<Extraction>;
  extract(request: NotesRequest, context: StageContext): Promise<Extraction>;
  write(request: NotesRequest, extraction: Extraction, context: StageContext): Promise<AnalysisResult>;
}
