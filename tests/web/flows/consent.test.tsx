import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { noTrackers } from '#contract/trackers.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { MemoryStorage } from '#tests/support/memory-storage.ts';
import { type ComposedTracking, createTracking } from '#web/app/create-tracking.ts';
import { ConsentBanner } from '#web/features/consent/consent-banner.tsx';
import { TrackingPanel } from '#web/features/consent/tracking-panel.tsx';
import { TrackingProvider } from '#web/hooks/tracking-provider.tsx';
import { ConsentChoice } from '#web/pages/consent-choice.tsx';

let tracking: ComposedTracking;
afterEach(() => tracking.stop());

async function show() {
  const ads = { pixelId: '77', script: 'https://ads.example/pixel.js' };
  tracking = createTracking(
    {
      page: window,
      calls: { json: async () => ({ ...noTrackers, ads }), text: async () => '' },
      storage: new MemoryStorage(),
      build: null,
      keepsRecords: true,
    },
    { clock: new SimulatedClock(), adapt: (machine) => machine },
  );
  render(
    <TrackingProvider tracking={tracking}>
      <ConsentChoice />
      <ConsentBanner />
      <TrackingPanel />
    </TrackingProvider>,
  );
  await act(async () => {
    tracking.start();
    await vi.waitFor(() => expect(tracking.consent().getSnapshot().hasTag('busy')).toBe(false), 50_000);
  });
}

const press = (name: string) => act(() => screen.getByRole('button', { name }).click());

it('[R7.15] asks one question with two answers, either of which closes it and can be changed', async () => {
  await show();
  const banner = screen.getByRole('region', { name: 'May we see which pages help?' });
  const answers = [...banner.querySelectorAll('button')];
  expect(answers.map(({ textContent }) => textContent)).toEqual(['No, thanks', 'Yes, that’s fine']);
  expect(new Set(answers.map(({ className }) => className)).size).toBe(1);
  expect(banner.querySelector('a')?.getAttribute('href')).toBe('/cookies#your-choice');
  await expectAccessible(document.body);
  press('No, thanks');
  expect(screen.queryByRole('region')).toBeNull();
  expect(screen.getByRole('button', { name: 'Do not agree' }).getAttribute('aria-pressed')).toBe('true');
  press('Agree');
  expect(screen.getByText('You agreed: trackers run on this device.')).toBeTruthy();
  await expectAccessible(document.body);
});

it('lists in a panel, in development, what is sent, and why not', async () => {
  await show();
  const items = () => screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent);
  expect(items()).toEqual([
    expect.stringContaining('page_view ads · not consented'),
    expect.stringContaining('page_view analytics · not configured'),
  ]);
  press('Agree');
  expect(items()).toContainEqual(expect.stringContaining('page_view ads · sent'));
});

it('[R7.15] a prerendered page asks nothing', () => {
  expect(renderToString(<ConsentBanner />)).toBe('');
  expect(renderToString(<ConsentChoice />)).toContain('No tracker runs in your browser right now');
});
