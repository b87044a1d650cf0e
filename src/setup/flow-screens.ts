import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FlowAnalysis } from '#flows/analysis.ts';
import type { PageWords } from '#flows/export/script-words.ts';
import { screenIn } from '#tests/support/screens/all-screens.ts';
import { pageWords } from '#tests/support/screens/page-words.ts';
import { projectRoot } from './generated-files.ts';

/** Undefined for a flow without a page. */
export function screenFile(name: string): string | undefined {
  const path = `tests/support/screens/${name}.screen.ts`;
  return existsSync(join(projectRoot, path)) ? path : undefined;
}

export async function pageWordsOf(analysis: FlowAnalysis): Promise<PageWords | undefined> {
  const { name } = analysis.flow;
  if (screenFile(name) === undefined) return undefined;
  return pageWords(await screenIn(`${name}.screen.ts`), analysis.scripts);
}
