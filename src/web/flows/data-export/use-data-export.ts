import {
  selectExportFailure,
  selectIsExportSaved,
  selectIsPreparingExport,
} from '#machines/data-export/data-export.selectors.ts';
import type { FlowActor } from '#web/hooks/flow-actors.ts';
import { useWholeFlow } from '#web/hooks/use-whole-flow.ts';

const commandsOf = ({ send }: FlowActor<'dataExport'>) => ({
  request: () => send({ type: 'export.requested' }),
  cancel: () => send({ type: 'cancel' }),
});

export function useDataExport() {
  const { snapshot, commands } = useWholeFlow('dataExport', commandsOf);
  return {
    isPreparing: selectIsPreparingExport(snapshot),
    isSaved: selectIsExportSaved(snapshot),
    failure: selectExportFailure(snapshot),
    ...commands,
  };
}
