import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import {
  selectExportFailure,
  selectIsExportSaved,
  selectIsPreparingExport,
} from '#machines/data-export/data-export.selectors.ts';
import { useFlow } from '#web/hooks/use-flow.ts';

export function useDataExport() {
  const flow = useFlow('dataExport');
  const snapshot = useSelector(flow, (current) => current);
  const commands = useMemo(
    () => ({
      request: () => flow.send({ type: 'export.requested' }),
      cancel: () => flow.send({ type: 'cancel' }),
    }),
    [flow],
  );
  return {
    isPreparing: selectIsPreparingExport(snapshot),
    isSaved: selectIsExportSaved(snapshot),
    failure: selectExportFailure(snapshot),
    ...commands,
  };
}
