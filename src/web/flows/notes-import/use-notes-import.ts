import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ImportChoice } from '#contract/exports.ts';
import type { notesImportMachine } from '#machines/notes-import/notes-import.machine.ts';
import { selectImportStep } from '#machines/notes-import/notes-import.selectors.ts';
import type { ImportPlace } from '#machines/notes-import/notes-import.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    notesImport: typeof notesImportMachine;
  }
}

export function useNotesImport() {
  const app = useApp();
  const flow = app.notesImport();
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      open: (place: ImportPlace) => flow.send({ type: 'import.opened', place }),
      close: () => flow.send({ type: 'import.closed' }),
      chooseFile: (file: File) => flow.send({ type: 'file.chosen', file: app.files.keep(file) }),
      chooseExisting: (existing: ImportChoice) => flow.send({ type: 'existing.chosen', existing }),
      confirm: () => flow.send({ type: 'import.confirmed' }),
      undo: () => flow.send({ type: 'undo.requested' }),
    }),
    [app, flow],
  );
  return {
    step: selectImportStep(snapshot),
    ...snapshot.context,
    ...commands,
    can: {
      chooseFile: snapshot.can({ type: 'file.chosen', file: { key: '', name: '', sizeBytes: 0 } }),
      undo: snapshot.can({ type: 'undo.requested' }),
    },
  };
}
