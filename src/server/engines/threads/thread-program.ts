import { parentPort } from 'node:worker_threads';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import type { Segment, TranscriptDocument } from '#contract/transcript.ts';
import { present } from '#contract/unknown-values.ts';
import type { NotesSettings } from '#server/platform/config.ts';
import { storableJson } from '#server/platform/database/storable.ts';
import { createPeer } from '#server/platform/threads/peer.ts';
import type { WriterHere } from '../notes/embedded/writer-here.ts';
import type { NotesRequest } from '../notes/port.ts';
import { selectNotesEngine } from '../notes/select.ts';
import { verifyResult } from '../notes/verify.ts';
import type { StageContext } from '../stage-context.ts';
import { takeInTranscript } from '../transcripts/import.ts';
import { segmentPieces } from '../transcripts/pieces.ts';
import type { ContextMethods, ReadTranscript } from './thread-messages.ts';

let pieces: Generator<string> = segmentPieces([]);
let segments: Segment[] = [];

const server = createPeer<ContextMethods>(present(parentPort, 'parent of this thread'), () => methods);

const context: StageContext = {
  signal: new AbortController().signal,
  async checkpoint(key, schema, work) {
    const earlier = schema.safeParse(await server.call('saved', [key]));
    if (earlier.success) return earlier.data;
    const value = await work();
    await server.call('save', [key, value]);
    return value;
  },
  saved: () => undefined,
  save: async (key, value) => void (await server.call('save', [key, value])),
  progress: (fraction, message) => void server.call('progress', [fraction, message]),
  used: (use) => void server.call('used', [use]),
  warn: (warning) => void server.call('warn', [warning]),
};

/** The server has the model on this computer; progress and cancelling are its own. */
const writerCalled = (id: string | null): Pick<WriterHere, 'id' | 'connect' | 'send'> | null =>
  id === null
    ? null
    : {
        id,
        connect: () => server.call('connectModel', []),
        send: (messages, schema, _signal, mostTokens) =>
          server.call('askModel', [messages, schema, mostTokens]),
      };

const whole = (transcript: TranscriptDocument): TranscriptDocument => ({ ...transcript, segments });

const methods = {
  readTranscript(
    bytes: Uint8Array,
    fileName: string | null,
    answers: Record<string, string>,
  ): ReadTranscript {
    const { document, account } = takeInTranscript(bytes, { fileName, answers });
    const { segments: found, ...head } = document;
    pieces = segmentPieces(found);
    return {
      head: storableJson({ ...head, source: 'import' as const }),
      account: storableJson(account),
      segmentCount: found.length,
      wordCount: account.words?.inResult ?? 0,
    };
  },
  nextPiece(): string | null {
    const next = pieces.next();
    return next.done ? null : next.value;
  },

  addSegments(some: Segment[]): void {
    for (const segment of some) segments.push(segment);
  },
  extract: (settings: NotesSettings, writer: string | null, request: NotesRequest): Promise<unknown> =>
    selectNotesEngine(settings, writerCalled(writer)).extract(
      { ...request, transcript: whole(request.transcript) },
      context,
    ),
  write: (
    settings: NotesSettings,
    writer: string | null,
    request: NotesRequest,
    extraction: unknown,
  ): Promise<AnalysisResult> =>
    selectNotesEngine(settings, writerCalled(writer)).write(
      { ...request, transcript: whole(request.transcript) },
      extraction,
      context,
    ),
  verify: (result: AnalysisResult, transcript: TranscriptDocument): AnalysisResult =>
    verifyResult(result, whole(transcript)),

  forget(): void {
    pieces = segmentPieces([]);
    segments = [];
  },
};
export type OwnMethods = typeof methods;
