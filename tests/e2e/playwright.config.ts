import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserPath } from '../../src/setup/browser-path.ts';

// A worker that comes to them, or from them to others, begins anew: with its own browser and its own server.
const withOwnServer = /(flow-paths|flows-site|legal|main-job|posting|visitors)\.spec\.ts$/;

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: join(import.meta.dirname, '..', '..', 'test-results'),
  fullyParallel: false,
  workers: 2,
  retries: 0,
  projects: [
    { name: 'own server', testMatch: withOwnServer },
    { name: 'shared server', testIgnore: withOwnServer },
  ],
  forbidOnly: Boolean(process.env.CI),
  // How long something takes says nothing of the code: the machine may be busy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.CI ? [['list']] : [['line']],
  use: {
    viewport: { width: 1280, height: 800 },
    // What moves is painted by the processor, frame by frame. Tests of what moves say so.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording what happens takes as long as the tests themselves; to see a failure step by step: --trace on.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browserPath ? { executablePath: browserPath } : {}),
      // Root in a container has no sandbox, and a closed network must not be asked for Chromium's own services.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page that is opened anew keeps its process, and with it the scripts that are compiled: half the work.
        '--renderer-process-limit=1',
        // No test asks anything outside of this machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
