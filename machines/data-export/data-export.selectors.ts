import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { dataExportMachine } from './data-export.machine.ts';

type DataExportSnapshot = SnapshotFrom<typeof dataExportMachine>;

export const selectIsPreparingExport = (snapshot: DataExportSnapshot) => snapshot.hasTag(tag.busy);
export const selectIsExportSaved = (snapshot: DataExportSnapshot) => snapshot.hasTag(tag.done);
export const selectExportFailure = (snapshot: DataExportSnapshot) => snapshot.context.failure;
