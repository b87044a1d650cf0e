import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import type { UnpaintedWindow } from './unpainted.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Only these can differ between themes. */
export const colorRules = ['color-contrast', 'link-in-text-block'] as const;

/** @param rules all by default */
export async function axeFindings(seen: Page | Locator, rules?: readonly string[]): Promise<string[]> {
  const part = 'page' in seen ? seen : seen.locator('html');
  return part.evaluate(
    async (context, [source, runOnly]) => {
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
            run(
              context: Element,
              options: object,
            ): Promise<{
              violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
            }>;
          };
        }
      ).axe;
      const { violations } = await axe
        .run(context, { resultTypes: ['violations'], preload: false, ...(runOnly ? { runOnly } : {}) })
        .finally(() => unpainted && Object.assign(unpainted, { disabled: false }));
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
      );
    },
    [axeSource, rules] as const,
  );
}
