import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { catalogue } from '#machines/index.ts';
import { changesSinceCommit, pathsLock } from '../../src/setup/behaviour.ts';
import { flowRecords } from '../../src/setup/flow-records.ts';
import { projectRoot } from '../../src/setup/generated-files.ts';

const [feedback] = await flowRecords(catalogue.filter(({ name }) => name === 'feedback'));
const committed = readFileSync(join(projectRoot, 'docs/flows/paths.lock'), 'utf8');

it('the committed lock has the digest of each path, and a changed step changes only the line of its path', () => {
  const { flow, golden } = feedback!;
  expect(pathsLock([feedback!]).content).toBe(committed);
  expect(changesSinceCommit(feedback!)).toEqual([]);
  const [before, after] = [golden, golden.replace('"state":["feedback.', '"state":["feedback.other.')].map(
    (paths) => pathsLock([{ flow, golden: paths }]).content.split('\n'),
  );
  const changed = before!.filter((line, at) => line !== after![at]);
  expect(changed).toEqual([expect.stringMatching(/^feedback\/1 \d+ [0-9a-f]{16}$/)]);
});
