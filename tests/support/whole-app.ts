import { type AppDependencies, createApp } from '#web/app/create-app.ts';
import type { SiteOptions } from '#web/app/create-site.ts';
import { createTracking } from '#web/app/create-tracking.ts';
import { composeLatePart } from '#web/app/late-part.ts';

export type { ComposedApp } from '#web/app/create-app.ts';

/** Its flows run from the start. */
export const createWholeApp = (dependencies: AppDependencies, options?: SiteOptions) =>
  createApp({ composeLatePart, createTracking, ...dependencies }, options);
