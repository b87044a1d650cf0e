import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projectRoot } from './generated-files.ts';

/** From half a minute on: begun last, one of them alone would keep the whole run waiting. */
const longest = [
  'server/engines/faults/engine-faults.test.ts',
  'server/exports/text-doors.test.ts',
  'web/paths/paths-on-screens.test.tsx',
  'server/names/corrections.test.ts',
  'server/analyses/analysis-speech.test.ts',
  'server/recordings/playbacks.test.ts',
  'server/engines/notes/notes-embedded.test.ts',
  'server/engines/voices/voices-embedded.test.ts',
].map((file) => join(projectRoot, 'tests', file));

/** Vitest knows how long files take only where they have run before; else it begins with the largest, project after project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) =>
      longest.indexOf(moduleId) + 1 || Number.POSITIVE_INFINITY;
    const sorted = await super.sort(files);
    return [...sorted].sort((one, other) => {
      const [a, b] = [placeOf(one), placeOf(other)];
      return a === b ? 0 : a - b;
    });
  }
}
