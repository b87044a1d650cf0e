import { z } from 'zod';
import { defineCall } from './call.ts';
import { CampaignParams } from './campaigns.ts';
import { mayBeAboutNames, readCastQuestion } from './cast-questions.ts';
import { Id, Timestamp } from './common.ts';

export const checkLimits = {
  open: 200,
  answered: 50,
  lines: 6,
} as const;

export const CheckKind = z.enum(['cast', 'name', 'nameKind', 'fact', 'other']);
export type CheckKind = z.infer<typeof CheckKind>;

export const CheckAnswer = z.enum([
  'yes',
  'no',
  'first',
  'second',
  'different',
  'npc',
  'location',
  'faction',
  'item',
  'notAName',
  'keep',
  'leaveOut',
]);
export type CheckAnswer = z.infer<typeof CheckAnswer>;

export const answersOf: Readonly<Record<CheckKind, readonly CheckAnswer[]>> = {
  cast: ['yes', 'no'],
  name: ['first', 'second', 'different'],
  nameKind: ['npc', 'location', 'faction', 'item', 'notAName'],
  fact: ['keep', 'leaveOut'],
  other: ['leaveOut'],
};

export const sameNameQuestion = (one: string, other: string) => `Is “${one}” the same as “${other}”?`;
export const nameKindQuestion = (name: string) => `What is “${name}”?`;
export const factQuestion = (statement: string) => `Did this happen? ${statement}`;

export interface AskedQuestion {
  kind: CheckKind;
  about: string[];
}

export function readQuestion(text: string): AskedQuestion {
  return (mayBeAboutNames(text) ? aboutNames(text) : null) ?? aboutStatement(text);
}

function aboutNames(text: string): AskedQuestion | null {
  const cast = readCastQuestion(text);
  if (cast !== null) return { kind: 'cast', about: [cast.label, cast.character] };
  const [, one, other] = /^Is “(.+)” the same as “(.+)”\?$/u.exec(text) ?? [];
  if (one !== undefined && other !== undefined) return { kind: 'name', about: [one, other] };
  const [, name] = /^What is “(.+)”\?$/u.exec(text) ?? [];
  return name === undefined ? null : { kind: 'nameKind', about: [name] };
}

function aboutStatement(text: string): AskedQuestion {
  const [, statement] = /^(?:Did this happen\?|Not clear from the transcript:) (.+)$/su.exec(text) ?? [];
  return statement === undefined ? { kind: 'other', about: [text] } : { kind: 'fact', about: [statement] };
}

const Asked = z.object({
  kind: CheckKind,
  text: z.string(),
  about: z.array(z.string()),
  session: z.object({ id: Id, title: z.string() }),
});

const QuestionId = z.string().regex(/^[0-9a-f]{32}$/);

export const CheckQuestion = Asked.extend({
  /** The same in all sessions to which one answer applies. */
  id: QuestionId,
  /** How often it was answered: of two tabs, the later one is rejected. */
  version: z.int().nonnegative(),
  answers: z.array(CheckAnswer).min(1),
  lines: z.array(
    z.object({
      id: z.string(),
      speaker: z.string().nullable(),
      text: z.string(),
      time: z.object({ startMs: z.int().nonnegative(), endMs: z.int().nonnegative() }).nullable(),
    }),
  ),
  canBeHeard: z.boolean(),
});
export type CheckQuestion = z.infer<typeof CheckQuestion>;

export const AnsweredQuestion = Asked.extend({
  id: Id,
  questionId: QuestionId,
  answer: CheckAnswer,
  answeredAt: Timestamp,
});
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>;

export const CheckSheet = z.object({
  open: z.array(CheckQuestion),
  openCount: z.int().nonnegative(),
  answered: z.array(AnsweredQuestion),
});
export type CheckSheet = z.infer<typeof CheckSheet>;

export const UndoneSheet = CheckSheet.extend({ isPartly: z.boolean() });
export type UndoneSheet = z.infer<typeof UndoneSheet>;

export const QuestionCounts = z.object({
  open: z.int().nonnegative(),
  answered: z.int().nonnegative(),
  sessions: z.array(z.object({ sessionId: Id, open: z.int().nonnegative() })),
});
export type QuestionCounts = z.infer<typeof QuestionCounts>;

const sessionId = Id.nullable();

export const countQuestions = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/question-counts',
  params: CampaignParams,
  responses: { 200: QuestionCounts },
  errors: ['notFound'],
  description: 'How many questions of the engines are open in a campaign and each of its sessions.',
});

export const readQuestions = defineCall({
  method: 'GET',
  path: '/campaigns/{campaignId}/questions',
  params: CampaignParams,
  query: z.object({ sessionId: Id.optional() }),
  responses: { 200: CheckSheet },
  errors: ['notFound'],
  description: 'What the engines were unsure of in a campaign, and the latest answers.',
});

export const answerQuestion = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/questions/{questionId}/answers',
  params: CampaignParams.extend({ questionId: QuestionId }),
  body: z.object({ version: z.int().nonnegative(), answer: CheckAnswer, sessionId }),
  responses: { 200: CheckSheet },
  errors: ['notFound', 'questionChanged', 'analysisRunning', 'correctionUnfit', 'glossaryFull', 'castFull'],
  description: 'Answers a question. The same answer again changes nothing.',
});

export const undoAnswer = defineCall({
  method: 'POST',
  path: '/campaigns/{campaignId}/answers/{answerId}/undo',
  params: CampaignParams.extend({ answerId: Id }),
  body: z.object({ sessionId }),
  responses: { 200: UndoneSheet },
  errors: ['notFound', 'analysisRunning'],
  description: 'Undoes an answer with everything it changed. A second undo changes nothing.',
});
