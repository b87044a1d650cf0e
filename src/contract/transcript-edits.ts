import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id } from './common.ts';
import { Segment } from './transcript.ts';
import { Transcript, TranscriptParams } from './transcripts.ts';

export const mostLineCharacters = 10_000;

/** As the speaker of a line: somebody who is not in the transcript yet. */
export const newVoice = 'new';

const LineText = z.string().trim().min(1).max(mostLineCharacters);

const SeenLine = z.object({ id: z.string().min(1).max(40), text: z.string() });

/**
 * For one line, or a line and the next: no text deletes, one changes or joins, two split. Default: same
 * speaker; `newVoice` adds one.
 */
export const LineChange = z
  .object({
    lines: z.array(SeenLine).min(1).max(2),
    texts: z.array(LineText).max(2),
    speakerId: z.string().max(40).nullable().optional(),
  })
  .refine(({ lines, texts }) => lines.length === 1 || texts.length === 1, {
    message: 'Two lines can only become one.',
    path: ['texts'],
  });
export type LineChange = z.infer<typeof LineChange>;

export const ReplacedLines = z.object({
  removedIds: z.array(z.string()),
  segments: z.array(Segment),
  afterId: z.string().nullable(),
  transcript: Transcript,
});
export type ReplacedLines = z.infer<typeof ReplacedLines>;

export const changeLines = defineCall({
  method: 'POST',
  path: '/transcripts/{transcriptId}/edits',
  params: TranscriptParams,
  body: LineChange,
  responses: { 201: ReplacedLines },
  errors: ['notFound', 'analysisRunning', 'lineChanged', 'lineUnfit'],
  description:
    'Changes, splits, joins or deletes lines, unless they have changed since they were seen. Evidence stays with its words.',
});

export const undoLineChange = defineCall({
  method: 'POST',
  path: '/transcripts/{transcriptId}/edits/{editId}/undo',
  params: TranscriptParams.extend({ editId: Id }),
  responses: { 200: ReplacedLines },
  errors: ['notFound', 'analysisRunning', 'lineChanged'],
  description: 'Restores the previous lines, if those that replaced them are unchanged.',
});
