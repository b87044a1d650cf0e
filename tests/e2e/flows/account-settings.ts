import type { Preferences } from '#contract/preferences.ts';
import type { FlowOutcome } from '#flows/flow.ts';
import { type Answer, dropped, failed, json, noContent } from '../support/held-backend.ts';
import { ordinaryAnswer, signedIn, signedOut } from './background.ts';
import type { ChromiumFlow, Surroundings } from './chromium-stage.ts';

const preferencesPath = /^\/users\/[\w-]+\/preferences$/;
const storedUnder = 'hearthscribe.preferences.01900000-0000-7000-8000-00000000b001';

async function openSettings({ arrive, page, harness }: Surroundings): Promise<void> {
  await page.getByRole('button', { name: /^(Join \/ Login|Feedback)$/ }).waitFor();
  await harness('send', 'modals', { type: 'modal.opened', modal: 'accountSettings' } as { type: string });
  const tab = page.getByRole('tab', { name: 'Account' });
  await arrive('the settings', async () => (await tab.count()) > 0);
}

function answered(outcome: Exclude<FlowOutcome, { type: 'emits' }>): Answer {
  if (outcome.type === 'done') return json(outcome.output);
  const { code, message } = outcome.error as { code: string; message: string };
  return code === 'network' ? dropped : failed({ code, message });
}

export const preferences: ChromiumFlow = {
  settings: () => ({ signedIn: false }),
  address: () => '/terms',
  background: (method, path) => {
    if (preferencesPath.test(path)) return null;
    return path === '/check-session' ? signedOut : ordinaryAnswer(method, path);
  },
  prepare: openSettings,
  beginsAnew: true,
  actors: {
    getPreferences: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      await answer('GET', preferencesPath, answered(outcome));
      return true;
    },
    putPreferences: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      await answer('PUT', preferencesPath, answered(outcome));
      return true;
    },
    watchCache: async ({ page }, outcome) => {
      if (outcome.type !== 'emits') return false;
      const { preferences: copy } = outcome.event as unknown as { preferences: Preferences };
      await page.evaluate(
        ([key, newValue]) => {
          localStorage.setItem(key, newValue);
          window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
        },
        [storedUnder, JSON.stringify(copy)] as const,
      );
      return true;
    },
  },
};

export const readyNotice: ChromiumFlow = {
  settings: () => ({ signedIn: false }),
  address: () => '/terms',
  background: (method, path) => (path === '/check-session' ? signedOut : ordinaryAnswer(method, path)),
  prepare: openSettings,
  beginsAnew: true,
  actors: {
    askPermission: ({ harness }, outcome) => {
      if (outcome.type === 'emits') return Promise.resolve(false);
      return harness(
        'permitted',
        outcome.type === 'done' ? (outcome.output as NotificationPermission) : null,
      );
    },
  },
};

const asUser = (held: RegExp) => (method: string, path: string) => {
  if (held.test(path)) return null;
  return path === '/check-session' ? signedIn : ordinaryAnswer(method, path);
};

async function answerIdentity({ harness }: Surroundings, outcome: FlowOutcome): Promise<boolean> {
  if (outcome.type === 'emits') return false;
  const failure = outcome.type === 'error' ? (outcome.error as { code: string; message: string }) : null;
  return harness('answerIdentity', failure);
}

const endOthersPath = /^\/account\/end-other-sessions$/;

export const credentialsChange: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => '/terms',
  background: asUser(/^\/(login|account\/end-other-sessions)$/),
  prepare: openSettings,
  actors: {
    changeAddress: answerIdentity,
    confirmCode: answerIdentity,
    changePassword: answerIdentity,
    endOtherSessions: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      await answer('POST', endOthersPath, outcome.type === 'done' ? noContent : dropped);
      return true;
    },
    tellServer: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      const told = json({ userId: '01900000-0000-7000-8000-00000000b001', isNewUser: false });
      await answer('POST', /^\/login$/, outcome.type === 'done' ? told : dropped);
      return true;
    },
  },
};

export const dataExport: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => '/terms',
  background: asUser(/^\/users\/[\w-]+\/export$/),
  prepare: openSettings,
  actors: {
    saveArchive: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      const archive: Answer = { kind: 'text', status: 200, body: 'the archive' };
      await answer('GET', /^\/users\/[\w-]+\/export$/, outcome.type === 'done' ? archive : dropped);
      return true;
    },
  },
};

export const notesModel: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => '/terms',
  background: asUser(/^\/notes-engines/),
  beginsAnew: true,
  // The settings have asked when they appeared.
  prepare: async (around) => {
    await openSettings(around);
    await around.arrive('the question', () => around.harness('isRunning', 'notesModel'));
    await around.harness('send', 'notesModel', { type: 'user.left' });
  },
  actors: Object.fromEntries(
    (
      [
        ['readEngines', 'GET', /^\/notes-engines$/, 200],
        ['startFetch', 'POST', /^\/notes-engines\/computer\/fetch$/, 202],
        ['cancelFetch', 'DELETE', /^\/notes-engines\/computer\/fetch$/, 200],
        ['removeModel', 'DELETE', /^\/notes-engines\/computer$/, 200],
      ] as const
    ).map(([actor, method, path, status]) => [
      actor,
      async ({ answer }, outcome) => {
        if (outcome.type === 'emits') return false;
        const given = outcome.type === 'done' ? json(outcome.output, status) : answered(outcome);
        await answer(method, path, given);
        return true;
      },
    ]),
  ),
};
