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
import type { GivenSession, NotesContext, PlannedWrite, Product } from './notes-messages.ts';

/** What one job may ask of its thread. Each call has the time limit. */
export interface NotesWork {
  begin(context: NotesContext): Promise<void>;
  addSession(session: GivenSession): Promise<void>;
  file(format: ExportFormat, modified: Date): Promise<Product>;
  messages(): Promise<string[]>;
  postMessages(kind: WebhookKind): Promise<string[] | null>;
  vault(archive: Uint8Array<ArrayBuffer>, modified: Date): Promise<void>;
  /** @returns the version; the preview as JSON is in `pieces` */
  plan(bytes: Uint8Array<ArrayBuffer>, sessionId: string | null): Promise<string>;
  /** Null: there are no more. */
  nextWrite(existing: ImportChoice): Promise<PlannedWrite | null>;
  pieces(): Promise<Uint8Array<ArrayBuffer>[]>;
}

export type NotesThreads = ReturnType<typeof createNotesThreads>;

/** A slow job then delays only its owner. */
const THREADS = 2;

export function createNotesThreads(
  options: { program?: string; limitMs?: number; memoryMegabytes?: number } = {},
) {
  const program = options.program ?? ownProgram('notes-program', import.meta.url).href;
  const memoryMegabytes = options.memoryMegabytes ?? textLimits.jobMegabytes.most;
  const timeLimitMs = options.limitMs ?? textLimits.jobSeconds.most * 1000;
  const pool = createThreadPool({ program, size: THREADS, memoryMegabytes, revive });

  return {
    /** @throws Refusal notesTooComplex beyond the limits of time and memory, and what `notes-program.ts` refuses */
    async use<Result>(owner: string, work: (notes: NotesWork) => Promise<Result>): Promise<Result> {
      try {
        return await pool.use(
          async (thread) => {
            // Excludes the time to start the thread on a busy computer.
            await thread.call('forget');
            const result = await work(workOf(thread, timeLimitMs));
            await thread.call('forget');
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

function workOf(thread: Thread, timeLimitMs: number): NotesWork {
  async function call<Result>(
    method: string,
    given: unknown[] = [],
    transfer: ArrayBuffer[] = [],
  ): Promise<Result> {
    // biome-ignore lint/plugin: the methods of `notes-program.ts` give what their callers here say.
    return (await thread.call(method, given, { timeLimitMs, transfer })) as Result;
  }
  async function all<Item>(method: string): Promise<Item[]> {
    const items: Item[] = [];
    for (;;) {
      const item = await call<Item | null>(method);
      if (item === null) return items;
      items.push(item);
    }
  }
  return {
    begin: (context) => call('begin', [context]),
    addSession: (session) => call('addSession', [session]),
    file: (format, modified) => call('file', [format, modified]),
    messages: () => call('messages'),
    postMessages: (kind) => call('postMessages', [kind]),
    vault: (archive, modified) => call('vault', [archive, modified], [archive.buffer]),
    plan: (bytes, sessionId) => call('plan', [bytes, sessionId], [bytes.buffer]),
    nextWrite: (existing) => call('nextWrite', [existing]),
    pieces: () => all('nextPiece'),
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
