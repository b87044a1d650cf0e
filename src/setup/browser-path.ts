import { existsSync } from 'node:fs';
import process from 'node:process';

/**
 * Where Chromium is: CHROMIUM_PATH, or else what Debian has installed; undefined where Playwright has its own. The shell
 * draws no window of its own: the same tests take a quarter less time in it.
 */
export const browserPath: string | undefined =
  process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);
