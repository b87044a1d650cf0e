import { type AppDependencies, createApp } from '#web/app/create-app.ts';
import type { SiteOptions } from '#web/app/create-site.ts';
import { createTracking } from '#web/app/create-tracking.ts';
import { flowNames, flows, type Registration, spawnedFlows } from '#web/app/flows.ts';
import type { LoadedFlows, Preloaded } from '#web/app/run-flows.ts';

export type { ComposedApp } from '#web/app/create-app.ts';

const loaded = await Promise.all(
  flowNames.map(async (name) => [name, await (flows[name] as Registration).late?.()] as const),
);
const [upload, notesAutosave, analysis, transcriptImport] = await Promise.all([
  spawnedFlows.upload(),
  spawnedFlows.notesAutosave(),
  spawnedFlows.analysis(),
  spawnedFlows.transcriptImport(),
]);
const preloaded: Preloaded = {
  flows: Object.fromEntries(loaded.filter(([, flow]) => flow !== undefined)) as LoadedFlows,
  spawned: { upload, notesAutosave, analysis, transcriptImport },
};

/** Its flows run from the start. */
export const createWholeApp = (dependencies: AppDependencies, options?: SiteOptions) =>
  createApp({ preloaded, createTracking, ...dependencies }, options);
