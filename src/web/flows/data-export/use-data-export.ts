import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { dataExportMachine } from '#machines/data-export/data-export.machine.ts';
import {
  selectExportFailure,
  selectIsExportSaved,
  selectIsPreparingExport,
} from '#machines/data-export/data-export.selectors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

declare module '#web/hooks/app-port.ts' {
  interface LastingFlows {
    dataExport: typeof dataExportMachine;
  }
}

export function useDataExport() {
  const flow = useApp().dataExport();
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
