import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { UnpaintedWindow } from './unpainted.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function axeFindings(page: Page): Promise<string[]> {
  return page.evaluate(async (source) => {
    // The policy forbids eval in the page, but not to a test until it first waits.
    if (!('axe' in window)) new Function(source).call(window);
    const { unpainted } = window as UnpaintedWindow;
    if (unpainted) unpainted.disabled = true;
    const passing = document
      .getAnimations()
      .filter(
        ({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
      );
    await Promise.all(passing.map(({ finished }) => finished.catch(() => undefined)));
    const axe = (
      window as unknown as {
        axe: {
          run(options: object): Promise<{
            violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
          }>;
        };
      }
    ).axe;
    const { violations } = await axe
      .run({ resultTypes: ['violations'], preload: false })
      .finally(() => unpainted && Object.assign(unpainted, { disabled: false }));
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
    );
  }, axeSource);
}
