import type { HearingQuote } from '#contract/analyses.ts';
import type { ModelShown, NotesWriter } from '#contract/notes-engines.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';

type Engine = Pick<NotesEngine, 'id' | 'kind'>;

/** One that can write now. */
export interface Writer extends ModelShown {
  writer: NotesWriter;
  engine: NotesEngine;
}

export type Writers = ReturnType<typeof openWriters>;

export const shownModel = (model: ModelShown | null): ModelShown | null =>
  model === null ? null : { model: model.model, sends: model.sends };

export interface WritersShown {
  service(): ModelShown;
  /** Null: it cannot write now. */
  computer(): ModelShown | null;
  hearing: HearingQuote;
  mayFetch(): boolean;
}

/** A service that the operator has set up comes first, then a model on this computer. */
export function openWriters(
  engines: { notes: NotesEngine; writers?: Partial<Record<NotesWriter, NotesEngine>> },
  shown?: WritersShown,
) {
  const { notes, writers = {} } = engines;
  const unknown: ModelShown = { model: null, sends: { what: 'transcript', host: null } };
  let inThisThread: NotesEngine | null = null;
  const pageEngine = () => {
    if (writers.page !== undefined) return writers.page;
    if (notes.kind === 'highlights') return notes;
    inThisThread ??= createHighlightsEngine();
    return inThisThread;
  };
  /** In the order to offer them; `page` is the last. */
  function ready(): Writer[] {
    const service = writers.service ?? (notes.kind === 'notes' ? notes : undefined);
    const computer = shown?.computer() ?? null;
    return [
      ...(service === undefined
        ? []
        : [{ writer: 'service' as const, engine: service, ...(shown?.service() ?? unknown) }]),
      ...(writers.computer === undefined || computer === null
        ? []
        : [{ writer: 'computer' as const, engine: writers.computer, ...computer }]),
      { writer: 'page' as const, engine: pageEngine(), model: null, sends: { what: 'nothing' as const } },
    ];
  }
  return { ready, preferred: (): NotesWriter => ready()[0]?.writer ?? 'page' };
}

export const engineOf = (writers: Pick<Writers, 'ready'>, wanted: NotesWriter): NotesEngine | null =>
  writers.ready().find(({ writer }) => writer === wanted)?.engine ?? null;

/** The page may cost less than the R9.1 price. */
export const pricePercentOf = ({ kind }: Pick<Engine, 'kind'>, highlightsPercent: number): number =>
  kind === 'highlights' ? highlightsPercent : 100;
