import type { z } from 'zod';
import type { AnalysisResult, Evidence, Line } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import type { StageContext } from '../stage-context.ts';

/** What the notes of earlier sessions say, and what a person corrected of it. */
export interface EarlierSessions {
  /** `aliases` are other forms of the name. `description` may be empty. */
  entries: { name: string; kind: string; aliases: string[]; description: string }[];
  openThreads: string[];
}

export interface CampaignKnowledge {
  title: string | null;
  system: string | null;
  setting: string | null;
  genre?: string | null;
  instructions: string | null;
  recapStyles?: readonly string[];
  storySoFar?: string | null;
  earlier?: EarlierSessions;
  playerCharacters: { name: string; playedBy: string | null; aliases: string[] }[];
  /** `aliases` are other names for the same, `heardAs` are mishearings. */
  names: { term: string; kind: string; heardAs: string[]; aliases?: string[] }[];
}

export interface NotesRequest {
  transcript: TranscriptDocument;
  detailLevel: DetailLevel;
  /** BCP 47; null: the transcript's. */
  language: string | null;
  campaign: CampaignKnowledge;
}

/** `items`: the lines and paragraphs of each section, as they can be replaced. */
export interface ChangeRequest {
  instruction: string;
  language: string | null;
  sections: { title: string; items: string[] }[];
}

export interface NotesChanges {
  /** What replaces an item of the section (both from 0), or the one sentence of it that is `quote`. */
  changes: { section: number; item: number; quote: string | null; text: string }[];
  /** Of what was proposed, what is not in the notes word for word. */
  dropped: number;
  /** Sections that were too long. */
  unread: number;
  fixes: { wrong: string; right: string }[];
  /** Sentences that stay, because their pronouns may be somebody else's. */
  unclear: number;
}

export interface RecapRequest {
  style: string;
  /** Whose evening it is; null: everyone's. */
  character: string | null;
  language: string | null;
  sections: { title: string; statements: Statement[] }[];
  /** Word for word from the table, the most worth reading first: as many are read as short notes leave room for. */
  passages: Line[];
}

/** Of the notes, with the turns that it stands on if these are known. */
export interface Statement {
  text: string;
  evidence: Evidence | null;
}

export interface WrittenRecap {
  text: string;
  /** Its sentences that retell statements with known turns. */
  lines: Line[];
  /** Sections that were too long. */
  unread: number;
  isOtherLanguage: boolean;
  /** Names, numbers and quotations in it that what it was written from does not have. */
  doubts: string[];
}

export interface AnswerRequest {
  question: string;
  language: string | null;
  /** `about` says where it is from. */
  passages: { about: string; lines: readonly string[] }[];
}

/** `passages`: those that say it, from 0. */
export interface AnsweredSentence {
  text: string;
  passages: number[];
}

export type ShortContext = Pick<StageContext, 'signal' | 'progress'>;
/** Of the model, beside analyses. */
export type ShortCall<Request, Made> = (request: Request, context: ShortContext) => Promise<Made>;

/** After a crash, a stage runs again; it must not repeat what `context.checkpoint` saved. */
export interface NotesEngine<Extraction = unknown> {
  readonly id: string;
  readonly kind: AnalysisResult['kind'];
  /** Reads a stored extraction. It must survive JSON. */
  readonly extraction: z.ZodType<Extraction>;
  extract(request: NotesRequest, context: StageContext): Promise<Extraction>;
  write(request: NotesRequest, extraction: Extraction, context: StageContext): Promise<AnalysisResult>;
  /** Only of a language model, as all below. @throws NotesUnavailable, AnswerFailed */
  recap?: ShortCall<RecapRequest, WrittenRecap> | undefined;
  change?: ShortCall<ChangeRequest, NotesChanges> | undefined;
  /** What the passages say, and nothing else. */
  answer?: ShortCall<AnswerRequest, AnsweredSentence[]> | undefined;
}
