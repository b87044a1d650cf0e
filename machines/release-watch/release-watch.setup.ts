import { assign, raise, setup } from 'xstate';
import { hours, seconds } from '../kit/durations.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

/** Milliseconds since 1970. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface ReleaseSighting {
  readonly now: number;
  readonly maintenance: Span | null;
  readonly hasIssues: boolean;
  readonly version: string;
}

export interface ReleaseWatchInput {
  build: string | null;
}

export interface ReleaseWatchContext extends ReleaseWatchInput {
  readonly sighting: ReleaseSighting | null;
}

/** R4.7. */
const announcedAhead = hours(72);

type Known = { sighting: ReleaseSighting };

export const releaseWatchSetup = setup({
  types: {} as {
    context: ReleaseWatchContext;
    input: ReleaseWatchInput;
    events:
      | { type: 'reload.requested' }
      /** Raised by the machine itself. */
      | { type: 'release.seen'; sighting: ReleaseSighting };
    tags: Tag;
  },
  actors: {
    checkRelease: notProvidedActor<ReleaseSighting>('checkRelease'),
  },
  actions: {
    reloadPage: notProvidedAction('reloadPage'),
    keepSighting: assign({ sighting: (_, params: Known) => params.sighting }),
    tellSighting: raise((_, params: Known) => ({ type: 'release.seen' as const, sighting: params.sighting })),
  },
  guards: {
    hasIssues: (_, { sighting }: Known) => sighting.hasIssues,
    /** R4.5: issues take priority over a new version, and polling continues. */
    isOutdated: ({ context }, { sighting }: Known) =>
      context.build !== null && sighting.version.trim() !== context.build && !sighting.hasIssues,
    isUnderMaintenance: (_, { sighting: { maintenance, now } }: Known) =>
      maintenance !== null && maintenance.start <= now && now < maintenance.end,
    isMaintenanceNear: (_, { sighting: { maintenance, now } }: Known) =>
      maintenance !== null && now < maintenance.start && maintenance.start - now <= announcedAhead,
  },
  delays: {
    recheckInterval: seconds(60),
  },
});
