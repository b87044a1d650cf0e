import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '#contract/sessions.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { keyOf } from '#web/api/query-keys.ts';
import type { ServerFacts } from '#web/effects/server-facts.ts';
import { campaignPlaceOf } from '#web/hooks/paths.ts';
import type { ComposedSite } from './create-site.ts';
import type { RunningFlows } from './run-flows.ts';

const isWaiting = ({ state, transcriptId, audio }: Session) =>
  state === 'audioReady' && transcriptId === null && audio?.deletedAt === null;

/** The newest of the sessions that were read whose recording has no transcript yet. */
export function waitingSession(queryClient: QueryClient): Session | null {
  const lists = queryClient.getQueriesData<Session[]>({ queryKey: keyOf('listSessions') });
  const all = lists.flatMap(([, sessions]) => sessions ?? []).filter(isWaiting);
  return all.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))[0] ?? null;
}

const isDeaf = ({ hearing }: ServerFacts) => recordOf(hearing).state === 'unavailable';
const canHear = ({ hearing }: ServerFacts) => hearing !== null && recordOf(hearing).state !== 'unavailable';

/** Calls back each time that the server, which could not transcribe, can do so. */
export function watchHearing(
  facts: { get(): ServerFacts; subscribe(changed: () => void): () => void },
  onRestored: () => void,
): () => void {
  let wasDeaf = isDeaf(facts.get());
  return facts.subscribe(() => {
    const now = facts.get();
    if (wasDeaf && canHear(now)) onRestored();
    wasDeaf = isDeaf(now) || (wasDeaf && !canHear(now));
  });
}

/** Says so on other pages than that of the recording that waited. */
export function announceHearing({
  site,
  queryClient,
  flows,
}: {
  site: Pick<ComposedSite, 'serverFacts' | 'dependencies'>;
  queryClient: QueryClient;
  flows: Pick<RunningFlows['flows'], 'send'>;
}): () => void {
  return watchHearing(site.serverFacts, () => {
    const session = waitingSession(queryClient);
    if (session === null) return;
    const { id: sessionId } = session;
    queryClient.setQueryData<Session>(keyOf('readSession', { sessionId }), (known) => known ?? session);
    const { location } = site.dependencies.page;
    const isOnScreen =
      location.pathname === '/campaign' && campaignPlaceOf(location.search).sessionId === sessionId;
    flows.send('readyNotice', { type: 'hearing.restored', sessionId, isOnScreen });
  });
}
