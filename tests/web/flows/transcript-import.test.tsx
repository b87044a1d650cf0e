import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { transcriptImportFlow } from '#machines/transcript-import/transcript-import.flow.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { createWholeApp } from '#tests/support/whole-app.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { useTranscriptImport } from '#web/flows/transcript-import/use-transcript-import.ts';

afterEach(cleanup);

it('[D12] a transcript that one session gets is read while another session asks about its own', async () => {
  const asks = transcriptImportFlow.outcomes.readTranscript[1];
  const sent: string[] = [];
  const app = createWholeApp(
    {
      identity: createFakeIdentity({}),
      fetch: (address) => {
        const [, sessionId] = /sessions\/(\w+)\/transcripts/u.exec(String(address)) ?? [];
        if (sessionId !== undefined) sent.push(sessionId);
        return sessionId === 'first' && asks !== undefined && 'error' in asks
          ? Promise.resolve(Response.json({ error: asks.error }, { status: 422 }))
          : new Promise(() => {});
      },
      baseUrl: '',
      page: window,
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate: () => {},
    },
    { clock: new SimulatedClock() },
  );
  app.start();
  let shown: ReturnType<typeof useTranscriptImport> | undefined;
  function Page({ sessionId }: { sessionId: string }) {
    shown = useTranscriptImport(sessionId);
    return null;
  }
  const page = (sessionId: string) => (
    <AppProvider app={app}>
      <Page sessionId={sessionId} />
    </AppProvider>
  );
  const choose = () => act(() => shown?.chooseFile(new File(['{}'], 'evening.json')));
  const { rerender } = render(page('first'));
  choose();
  await vi.waitFor(() => expect(shown?.step).toBe('asking'));
  rerender(page('second'));
  expect(shown?.step).toBe('idle');
  choose();
  expect(shown?.step).toBe('reading');
  await vi.waitFor(() => expect(sent).toEqual(['first', 'second']));
  rerender(page('first'));
  expect(shown?.question?.id).toBe('unit');
  app.stop();
});
