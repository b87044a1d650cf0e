import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ModelPath } from '#flows/tour.ts';
import { catalogue } from '#machines/index.ts';
import { flowsInChromium } from '#tests/e2e/flows/chromium-flows.ts';

const onTheServer: Readonly<Record<string, string>> = {
  'analysis-job': 'tests/server/analyses/job/job-paths.test.ts',
  subscription: 'tests/server/billing/subscription-paths.test.ts',
};

const onNoScreen: Readonly<Record<string, string>> = {
  'account-part': 'tests/e2e/light-page.spec.ts',
  'alpha-flag': 'tests/web/features/account-settings.test.tsx',
  'recap-notice': 'tests/web/flows/recap-notice.test.ts',
  'whats-new': 'tests/web/app/lasting-flows.test.tsx',
};

it('every flow is walked with production’s actors', () => {
  const inChromium = flowsInChromium.map(({ screen }) => screen.flow);
  const elsewhere = { ...onTheServer, ...onNoScreen };
  expect(
    [...inChromium, ...Object.keys(elsewhere)].toSorted(),
    'each flow has its way in tests/e2e/flows/chromium-flows.ts, or is named here with the test that walks it',
  ).toEqual(catalogue.map(({ name }) => name).toSorted());
  for (const path of Object.values(elsewhere)) expect(existsSync(path), path).toBe(true);
});

it('tests in Chromium only decide how actors end for flows without requests of their own', () => {
  const told = flowsInChromium.filter(({ screen, means }) => {
    const [scenario] = catalogue.find(({ name }) => name === screen.flow)!.scenarios;
    const path = { start: { input: scenario?.input } } as ModelPath;
    return means.settings(path).toldFlows?.includes(screen.flow) ?? false;
  });
  expect(told.map(({ screen }) => screen.flow)).toEqual([
    'consent',
    'incoming-recording',
    'name-list',
    'notes-autosave',
    'recording',
    'scroll-to-target',
  ]);
});
