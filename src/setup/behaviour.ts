import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesSince } from '#flows/command/changes.ts';
import { flowFolder } from './flow-files.ts';
import type { FlowRecord } from './flow-records.ts';
import { projectRoot } from './generated-files.ts';

function committed(path: string): string | undefined {
  const absolute = join(projectRoot, flowFolder, path);
  return existsSync(absolute) ? readFileSync(absolute, 'utf8') : undefined;
}

export function changesSinceCommit({ flow, paths }: Pick<FlowRecord, 'flow' | 'paths'>): string[] {
  const golden = `paths/${flow.name}.json`;
  const now = paths.find(({ path }) => path.endsWith(golden))?.content ?? '';
  return changesSince(flow, now, { structure: committed(`${flow.name}.json`), paths: committed(golden) });
}
