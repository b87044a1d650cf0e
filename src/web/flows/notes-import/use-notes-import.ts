import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import type { ImportChoice } from '#contract/exports.ts';
import { selectImportStep } from '#machines/notes-import/notes-import.selectors.ts';
import type { ImportPlace } from '#machines/notes-import/notes-import.setup.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useOpenImport(): (place: ImportPlace) => void {
  const { flows } = useApp();
  return useCallback((place) => flows.send('notesImport', { type: 'import.opened', place }), [flows]);
}

export function useNotesImport() {
  const app = useApp();
  const flow = useFlow('notesImport');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
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
