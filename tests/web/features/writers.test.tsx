import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { SimulatedClock } from 'xstate';
import type { NotesEngineShown, NotesEngines } from '#contract/notes-engines.ts';
import type { OlderNotesPlan } from '#contract/older-notes.ts';
import { defaultPreferences } from '#contract/preferences.ts';
import { authFlow } from '#machines/auth/auth.flow.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { createFakeIdentity } from '#tests/support/fake-identity.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { settle } from '#tests/support/settle.ts';
import { campaign } from '#tests/support/web-fixtures.ts';
import { createWholeApp } from '#tests/support/whole-app.ts';
import { AppProvider } from '#web/app/providers.tsx';
import { WritersSection } from '#web/features/account/settings/writers-section.tsx';
import { OlderNotesField } from '#web/flows/older-notes/older-notes-field.tsx';

const [known] = authFlow.outcomes.checkSession;
if (known.type !== 'done' || known.output.user === null) throw new Error('The first outcome is a user.');
const { user } = known.output;

let stop = () => {};
afterEach(() => stop());

const settled = () =>
  act(async () => {
    for (let turns = 0; turns < 8; turns += 1) await settle();
  });

async function show(content: React.ReactNode, answers: Record<string, unknown>) {
  const all: Record<string, unknown> = {
    '/check-session': user,
    '/preferences': { ...defaultPreferences, revision_id: 3 },
    ...answers,
  };
  const server = (async (url: string) => {
    const answer = Object.entries(all).find(([path]) => url.endsWith(path));
    return answer === undefined
      ? Response.json({ error: { code: 'notFound', message: 'Refused.' } }, { status: 404 })
      : Response.json(answer[1]);
  }) as typeof fetch;
  const identity = createFakeIdentity({
    users: [{ userId: user.userId, email: user.userEmail, emailVerified: true, password: 'the old lantern' }],
    signedInAs: user.userEmail,
  });
  const app = createWholeApp(
    {
      identity,
      fetch: server,
      baseUrl: '',
      page: window,
      storage: new MemoryStorage(),
      cookies: () => '',
      navigate,
    },
    { clock: new SimulatedClock() },
  );
  app.start();
  stop = () => app.stop();
  await settled();
  const { container } = render(<AppProvider app={app}>{content}</AppProvider>);
  await settled();
  return container;
}

const page: NotesEngineShown = {
  writer: 'page',
  model: null,
  state: { state: 'ready' },
  downloadBytes: 0,
  memoryBytes: 0,
  mayFetch: false,
  sends: { what: 'nothing' },
  perThousandWords: null,
};
const computer: NotesEngineShown = {
  ...page,
  writer: 'computer',
  model: 'Qwen3 4B Instruct',
  memoryBytes: 4_000_000_000,
  mayFetch: true,
};
const service: NotesEngineShown = {
  ...page,
  writer: 'service',
  model: 'large-model',
  sends: { what: 'transcript', host: 'models.example' },
};

it.each<[NotesEngineShown, RegExp]>([
  [service, /Nothing is measured here yet: the first part of the first session shows how long it takes\./],
  [
    { ...service, perThousandWords: { seconds: 71.25, cost: 0.0045, on: { what: 'parts' } } },
    /Takes about 38 min for a session of four hours, by the first parts read by this service\. The service’s calls cost about 0\.14 in its currency\. .*models\.example/,
  ],
  [
    { ...service, perThousandWords: { seconds: 71.25, cost: null, on: { what: 'evenings', count: 3 } } },
    /Takes about 38 min for a session of four hours, as the last 3 sessions took here\. (?!.*currency)/,
  ],
  [
    { ...computer, perThousandWords: { seconds: 71.25, cost: null, on: { what: 'trial' } } },
    /Takes about 38 min for a session of four hours, by a short trial on this computer\. (?!.*currency)/,
  ],
  [{ ...service, perThousandWords: undefined }, /Nothing is measured here yet/],
  [computer, /Often an hour or more without a graphics card\. Nothing is measured here yet/],
  [{ ...computer, state: { state: 'absent' }, downloadBytes: 2.5e9 }, /Not on this computer yet\./],
])(
  '[D16] settings say of each who can write what its notes take and cost, and on what that rests: %#',
  async (engine, says) => {
    const shown: NotesEngines = { preferred: 'page', engines: [engine, page] };
    const container = await show(<WritersSection />, { '/notes-engines': shown });
    const choice = screen.getByRole('radio', { name: /^Notes written/ });
    expect(choice.closest('label')?.textContent).toMatch(says);
    expect((choice as HTMLInputElement).disabled).toBe(engine.state.state !== 'ready');
    await expectAccessible(container);
  },
);

it('[D16] for older sessions, the sum has the time and what the service charges for all that are chosen', async () => {
  const session = (digit: number, title: string) => ({
    sessionId: `01900000-0000-7000-8000-00000000c10${digit}`,
    title,
    playedAt: `2026-02-0${digit}T20:00:00.000Z`,
    durationSeconds: 3 * 3600,
    detailLevel: 'comprehensive' as const,
    prices: [
      { writer: 'service' as const, costCredits: 135, mayBeFree: false, seconds: 600, serviceCost: 0.07 },
      { writer: 'computer' as const, costCredits: 135, mayBeFree: false, seconds: 1800, serviceCost: null },
    ],
  });
  const plan: OlderNotesPlan = {
    id: '01900000-0000-7000-8000-00000000c001',
    sessions: [session(2, 'The bell tower'), session(1, 'Forty candles')],
    more: 0,
    writers: [service, computer].map(({ writer, model, sends }) => ({ writer, model, sends })),
    balance: 1000,
    freeAnalysisBalance: 0,
  };
  await show(<OlderNotesField campaignId={campaign.id} />, {
    '/older-notes': { unwritten: 2, run: null },
    '/older-notes/plan': plan,
  });
  fireEvent.click(screen.getByRole('button', { name: 'Write notes for older sessions' }));
  await settled();
  const sum = () => screen.getByText(/^\d sessions?: /).closest('p')?.textContent;
  expect(sum()).toBe(
    '2 sessions: 270 credits · about 20 min in all, as measured here. The service’s calls cost about 0.14 in its currency.',
  );
  fireEvent.click(screen.getByRole('checkbox', { name: /^The bell tower/ }));
  expect(sum()).toMatch(/^1 session: 135 credits .* cost about 0\.07 in its currency\.$/);
  fireEvent.click(screen.getByRole('radio', { name: /^Notes written on this computer/ }));
  expect(sum()).toMatch(/in all, as measured here\.$/);
});
