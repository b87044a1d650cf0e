import type { NotesWriter } from '#contract/notes-engines.ts';
import type { Turns } from '#server/engines/models/turns.ts';
import { allowedHere, type ModelHere, openModelHere } from '#server/engines/notes/embedded/model-here.ts';
import type { NotesModel } from '#server/engines/notes/embedded/models.ts';
import { createWriterHere, type WriterHere } from '#server/engines/notes/embedded/writer-here.ts';
import type { startWriter } from '#server/engines/notes/embedded/writer-process.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import type { Threads } from '#server/engines/threads/threads.ts';
import type { Config } from '#server/platform/config.ts';
import { isForThisMachine } from '#server/platform/for-this-machine.ts';

/** Who can write notes here. */
export function openWriters(
  config: Config,
  deps: {
    threads: Threads;
    turns: Turns;
    models?: readonly NotesModel[];
    idleMs?: number;
    start?: typeof startWriter;
  },
): {
  here: ModelHere | null;
  writer: WriterHere | null;
  notes: NotesEngine;
  writers: Partial<Record<NotesWriter, NotesEngine>>;
} {
  const { notes: settings } = config;
  const allowed = allowedHere(settings.here, config.role === 'all' && isForThisMachine(config));
  const here =
    allowed && openModelHere({ settings: allowed, ...(deps.models ? { models: deps.models } : {}) });
  const writer =
    here === null
      ? null
      : createWriterHere({
          here,
          turns: deps.turns,
          contextTokens: settings.contextTokens ?? null,
          ...(deps.idleMs ? { idleMs: deps.idleMs } : {}),
          ...(deps.start ? { start: deps.start } : {}),
          ...(settings.silenceSeconds ? { silenceMs: settings.silenceSeconds * 1000 } : {}),
        });
  const page = deps.threads.notes({ ...settings, url: null });
  const service = settings.url === null ? undefined : deps.threads.notes(settings);
  const computer = writer === null ? undefined : deps.threads.notes(settings, writer);
  return {
    here,
    writer,
    notes: service ?? page,
    writers: { ...(service ? { service } : {}), ...(computer ? { computer } : {}), page },
  };
}
