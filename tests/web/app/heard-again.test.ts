import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Session } from '#contract/sessions.ts';
import { session } from '#tests/support/web-fixtures.ts';
import { keyOf } from '#web/api/query-keys.ts';
import { waitingSession, watchHearing } from '#web/app/heard-again.ts';
import { createServerFacts } from '#web/effects/server-facts.ts';

it('notices that a server can transcribe again, once each time, also after an answer that does not say', () => {
  const facts = createServerFacts();
  let restored = 0;
  const stop = watchHearing(facts, () => (restored += 1));
  const hear = (state: string | null) =>
    facts.hear({ hearing: state === null ? null : { state, megabytes: 0 } });
  hear('ready');
  expect(restored).toBe(0);
  hear('unavailable');
  hear(null);
  expect(restored).toBe(0);
  hear('download');
  hear('ready');
  expect(restored).toBe(1);
  hear('unavailable');
  hear('ready');
  expect(restored).toBe(2);
  stop();
  hear('unavailable');
  hear('ready');
  expect(restored).toBe(2);
});

it('knows the newest recording that waits', () => {
  const waiting = (id: string, updatedAt: string, changes: Partial<Session> = {}): Session => ({
    ...session,
    id,
    updatedAt,
    state: 'audioReady',
    transcriptId: null,
    latestAnalysisId: null,
    audio: session.audio && { ...session.audio, deletedAt: null },
    ...changes,
  });
  const client = new QueryClient();
  expect(waitingSession(client)).toBeNull();
  client.setQueryData(keyOf('listSessions', { campaignId: 'a' }), [waiting('a', '2026-01-01T00:00:00.000Z')]);
  client.setQueryData(keyOf('listSessions', { campaignId: 'b' }), [
    waiting('b', '2026-01-02T00:00:00.000Z'),
    waiting('c', '2026-01-03T00:00:00.000Z', { transcriptId: session.id, state: 'ready' }),
  ]);
  expect(waitingSession(client)?.id).toBe('b');
});
