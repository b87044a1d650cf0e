import { z } from 'zod';
import { defineCall } from './call.ts';
import { TranscriptParams } from './transcripts.ts';

export const mostVoicesToldApart = 10;

const Label = z.string().min(1).max(120);

export const VoiceChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('count'), people: z.int().min(1).max(mostVoicesToldApart) }),
  z.object({ kind: z.literal('merge'), label: Label, into: Label }),
  z.object({ kind: z.literal('split'), label: Label }),
  /** `version`: of the change to undo, as its reader knows it; without one, the last. */
  z.object({ kind: z.literal('undo'), version: z.string().optional() }),
]);
export type VoiceChange = z.infer<typeof VoiceChange>;

/** The last change of voices that can be undone. */
export const VoicesChanged = z.enum(['count', 'merge', 'split']);
export type VoicesChanged = z.infer<typeof VoicesChanged>;

export const changeVoices = defineCall({
  method: 'POST',
  path: '/transcripts/{transcriptId}/voices',
  params: TranscriptParams,
  body: z.object({ change: VoiceChange }),
  responses: { 204: null },
  errors: ['notFound', 'analysisRunning', 'voicesUnfit', 'nothingToUndo', 'staleRevision'],
  description:
    'Tells the voices of a transcript apart again for another number of people, merges two, splits one, or undoes the last of these.',
});
