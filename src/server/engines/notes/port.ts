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
  /** The glossary; `aliases` are other names of the same, `heardAs` is how recognisers mis-hear it. */
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
 * Turns a transcript into notes in the three stages of the analysis-job chart. Each stage may be run again after a
 * crash with the same input: what was saved through `context.checkpoint` is not done twice.
 */
export interface NotesEngine<Extraction = unknown> {
  readonly id: string;
  readonly kind: AnalysisResult['kind'];
  /** What extraction finds, in the engine's own form. It survives JSON; what was stored is read by this schema. */
  readonly extraction: z.ZodType<Extraction>;
  extract(request: NotesRequest, context: StageContext): Promise<Extraction>;
  write(request: NotesRequest, extraction: Extraction, context: StageContext): Promise<AnalysisResult>;
}
