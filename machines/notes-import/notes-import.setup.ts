import { assign, setup } from 'xstate';
import type { ImportChoice, ImportPreview, NotesImport } from '#contract/exports.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';
import type { ChosenFile } from '../upload/upload.setup.ts';

export interface ImportPlace {
  readonly campaignId: string;
  readonly sessionId: string | null;
}

export interface NotesImportContext {
  readonly place: ImportPlace | null;
  readonly file: ChosenFile | null;
  readonly preview: ImportPreview | null;
  readonly existing: ImportChoice;
  readonly written: NotesImport | null;
  readonly failure: Failure | null;
}

type NotesImportEvent =
  | { type: 'import.opened'; place: ImportPlace }
  | { type: 'import.closed' }
  | { type: 'file.chosen'; file: ChosenFile }
  | { type: 'existing.chosen'; existing: ImportChoice }
  | { type: 'import.confirmed' }
  | { type: 'undo.requested' }
  | { type: 'user.left' };

export const nothingChosen: NotesImportContext = {
  place: null,
  file: null,
  preview: null,
  existing: 'keep',
  written: null,
  failure: null,
};

export const notesImportSetup = setup({
  types: {} as { context: NotesImportContext; events: NotesImportEvent; tags: Tag },
  actors: {
    readPreview: notProvidedActor<ImportPreview, { place: ImportPlace | null; file: ChosenFile | null }>(
      'readPreview',
    ),
    writeNotes: notProvidedActor<
      NotesImport,
      Pick<NotesImportContext, 'place' | 'file' | 'existing'> & { version: string }
    >('writeNotes'),
    undoImport: notProvidedActor<void, { place: ImportPlace | null }>('undoImport'),
  },
  actions: {
    refreshNotes: notProvidedAction('refreshNotes'),
    keepPlace: assign((_, { place }: { place: ImportPlace }) => ({ ...nothingChosen, place })),
    keepFile: assign(({ context }, { file }: { file: ChosenFile }) => ({
      ...nothingChosen,
      place: context.place,
      file,
    })),
    keepPreview: assign({ preview: (_, { preview }: { preview: ImportPreview }) => preview }),
    keepChoice: assign({ existing: (_, { existing }: { existing: ImportChoice }) => existing }),
    keepWritten: assign({ written: (_, { written }: { written: NotesImport }) => written }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => failureOf(error) }),
    forgetFailure: assign({ failure: null }),
    forgetEverything: assign(nothingChosen),
  },
});
