import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import type { ExportFormat } from '#contract/export-formats.ts';
import type { ImportChoice } from '#contract/exports.ts';
import type { WebhookKind } from '#contract/posting.ts';
import { textLimits } from '#contract/text-limits.ts';
import { isRecord } from '#contract/unknown-values.ts';
import { ownProgram } from '#server/platform/own-program.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { refusalOfThread } from '#server/platform/text-limits.ts';
import type { CrossedError } from '#server/platform/threads/peer.ts';
import { createThreadPool, type Thread } from '#server/platform/threads/thread-pool.ts';
import type { GivenSession, NotesContext } from './notes-messages.ts';
import type { NotesMethods } from './notes-program.ts';

export type NotesThreads = ReturnType<typeof createNotesThreads>;

/** A slow job then delays only its owner. */
const THREADS = 2;

export function createNotesThreads(
  options: { program?: string; limitMs?: number; memoryMegabytes?: number } = {},
) {
  const program = options.program ?? ownProgram('notes-program', import.meta.url).href;
  const memoryMegabytes = options.memoryMegabytes ?? textLimits.jobMegabytes.most;
  const timeLimitMs = options.limitMs ?? textLimits.jobSeconds.most * 1000;
  const pool = createThreadPool<NotesMethods>({ program, size: THREADS, memoryMegabytes, revive });

  return {
    /** @throws Refusal notesTooComplex beyond the limits of time and memory, and what `notes-program.ts` refuses */
    async use<Result>(owner: string, work: (notes: NotesWork) => Promise<Result>): Promise<Result> {
      try {
        return await pool.use(
          async (thread) => {
            // Excludes the time to start the thread on a busy computer.
            await thread.call('forget', []);
            const result = await work(workOf(thread, timeLimitMs));
            await thread.call('forget', []);
            return result;
          },
          { owner },
        );
      } catch (error) {
        throw refusalOfThread(error);
      }
    },
    close: () => pool.close(),
  };
}

/** What one job may ask of its thread. Each call has the time limit. */
export type NotesWork = ReturnType<typeof workOf>;

function workOf(thread: Thread<NotesMethods>, timeLimitMs: number) {
  const limit = { timeLimitMs };
  return {
    begin: (context: NotesContext) => thread.call('begin', [context], limit),
    addSession: (session: GivenSession) => thread.call('addSession', [session], limit),
    file: (format: ExportFormat, modified: Date) => thread.call('file', [format, modified], limit),
    messages: () => thread.call('messages', [], limit),
    postMessages: (kind: WebhookKind) => thread.call('postMessages', [kind], limit),
    vault: (archive: Uint8Array<ArrayBuffer>, modified: Date) =>
      thread.call('vault', [archive, modified], { ...limit, transfer: [archive.buffer] }),
    /** @returns the version; the preview as JSON is in `pieces` */
    plan: (bytes: Uint8Array<ArrayBuffer>, sessionId: string | null) =>
      thread.call('plan', [bytes, sessionId], { ...limit, transfer: [bytes.buffer] }),
    /** Null: there are no more. */
    nextWrite: (existing: ImportChoice) => thread.call('nextWrite', [existing], limit),
    async pieces(): Promise<Uint8Array<ArrayBuffer>[]> {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for (;;) {
        const piece = await thread.call('nextPiece', [], limit);
        if (piece === null) return pieces;
        pieces.push(piece);
      }
    },
  };
}

const isCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorCatalogue, code);

function revive({ name, message, fields, stack }: CrossedError): Error {
  const { code, details } = fields;
  const error =
    name === 'Refusal' && isCode(code)
      ? new Refusal(code, { message, ...(isRecord(details) ? { details } : {}) })
      : new Error(message);
  if (stack !== null) error.stack = stack;
  return error;
}
