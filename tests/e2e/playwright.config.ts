import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserPath } from '../../src/setup/browser-path.ts';
import { testsEverything } from '../support/everything.ts';

const longest = [
  'flow-paths',
  'flows-site',
  'incoming-recording',
  'no-dead-clicks',
  'transcript-editing',
  'voice-erased',
];
const hasOwnServer = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes('serverSettings');
// A worker that switches to or from these tests restarts with its own browser and server. The longest come first, too, so
// that no worker is left alone with one at the end.
const first = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.spec.ts'))
  .filter((file) => hasOwnServer(file) || longest.includes(file.replace('.spec.ts', '')))
  .map((file) => `**/${file}`);

export default defineConfig({
  testDir: import.meta.dirname,
  globalSetup: ['shared-postgres.ts', 'packaged-decoder.ts'].map((file) =>
    join(import.meta.dirname, '..', 'support', file),
  ),
  outputDir: join(import.meta.dirname, '..', '..', 'test-results'),
  fullyParallel: false,
  // On two cores: while one waits, another computes.
  workers: 3,
  retries: 0,
  projects: [
    { name: 'own server and longest', testMatch: first },
    { name: 'shared server', testIgnore: first },
  ],
  // What another test of `npm test` comes close to is tagged with this.
  ...(testsEverything ? {} : { grepInvert: /@everything/ }),
  forbidOnly: Boolean(process.env.CI),
  // Duration proves nothing about the code: the machine may be busy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.CI ? [['list']] : [['line']],
  use: {
    viewport: { width: 1280, height: 800 },
    // Animations are painted by the CPU, frame by frame. Tests of animations enable them.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes as long as the tests themselves; to step through a failure: --trace on.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browserPath ? { executablePath: browserPath } : {}),
      // Root in a container has no sandbox, and Chromium's own services must not be called in a closed
      // network.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A reloaded page keeps its process, and so its compiled scripts: half the work.
        '--renderer-process-limit=1',
        // No test calls anything outside this machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
