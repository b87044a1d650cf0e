import { existsSync } from 'node:fs';
import process from 'node:process';

/** Undefined: Playwright's. The headless shell makes the tests a quarter faster. */
export const browserPath: string | undefined =
  process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);
