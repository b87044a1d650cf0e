import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FlowAnalysis } from '#flows/analysis.ts';
import type { PageWords } from '#flows/export/script-words.ts';
import { goalScripts } from '#flows/goal-scripts.ts';
import { pageWords } from '#tests/support/screens/page-words.ts';
import type { FlowScreen } from '#tests/support/screens/screen.ts';
import { projectRoot } from './generated-files.ts';

/** The file that says how a flow is used on its page, from the root of the project; undefined for a flow without a page. */
export function screenFile(name: string): string | undefined {
  const path = `tests/support/screens/${name}.screen.ts`;
  return existsSync(join(projectRoot, path)) ? path : undefined;
}

/** What testers press and see on the page of a flow. */
export async function pageWordsOf(analysis: FlowAnalysis): Promise<PageWords | undefined> {
  const { name } = analysis.flow;
  const path = screenFile(name);
  if (path === undefined) return undefined;
  const exports: Record<string, FlowScreen | undefined> = await import(
    pathToFileURL(join(projectRoot, path)).href
  );
  const screen = Object.values(exports).find((one) => one?.flow === name);
  return screen === undefined ? undefined : pageWords(screen, goalScripts(analysis));
}
