import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '#machines/index.ts';
import { accessPage } from './access/access-table.ts';
import { changesSinceCommit, pathsLock } from './behaviour.ts';
import { demoFile, eveningsFile, sampleFile } from './demo/demo.ts';
import { modelNotesFile } from './demo/model-notes.ts';
import { approvalsPath } from './flow-approvals.ts';
import { chartsFile, flowFolder, flowProblems } from './flow-files.ts';
import { coveragePath, flowMeasures } from './flow-measures.ts';
import { flowRecords } from './flow-records.ts';
import { filesBelow, type GeneratedFile, projectRoot, settleFiles, settleFolder } from './generated-files.ts';
import { limitsPage } from './limits-page.ts';
import { currentScores, mutantProblems, scoresFile } from './mutant-scores.ts';
import { thirdPartyPage } from './notices/packages.ts';
import { readmeWithSettings } from './readme.ts';
import { releasesFile } from './releases-file.ts';
import { numberedTitles, parseRequirements, requirementsPage, unknownNumbers } from './requirements.ts';
import { roomGraph } from './rooms/rooms.ts';
import { roomsPage } from './rooms/rooms-page.ts';
import { sourceFiles } from './rooms/source-imports.ts';
import { previewDrawings } from './social/preview-drawings.ts';
import { transcriptFormatsPage } from './transcript-formats-page.ts';

function requirements(): { file: GeneratedFile; problems: string[] } {
  const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
  const sections = parseRequirements(read('docs/requirements/list.md'));
  const titles = filesBelow('tests')
    .filter((path) => /\.(?:test|spec)\.tsx?$/.test(path))
    .flatMap((file) => numberedTitles(file, read(file)));
  const charts = catalogue.map(({ name, requirements: numbers }) => ({ name, numbers }));
  const carriers = [
    ...titles.map(({ file, title, numbers }) => ({ place: `${file}: ${title}`, numbers })),
    ...charts.map(({ name, numbers }) => ({ place: `chart ${name}`, numbers })),
    ...catalogue.map(({ name, invariants = [] }) => ({
      place: `rules of ${name}`,
      numbers: invariants.flatMap(({ requirement }) => requirement ?? []),
    })),
  ];
  return {
    file: { path: 'docs/requirements.md', content: requirementsPage(sections, titles, charts) },
    problems: unknownNumbers(sections, carriers),
  };
}

/**
 * `npm run generated [-- --check]`: everything that is generated and committed: charts, test paths, mutation scores
 * (computed again only for flows that changed), the page of requirements, the page of rooms, the table of access, the table of settings in the README, the demo session of the
 * public pages, the drawings of link previews. Says first what has changed in the behavior of the flows. Exit 1 when a chart has problems, a test carries an unknown number or, with --check, when a
 * committed file differs from what it is generated from.
 */
const onlyCheck = process.argv.includes('--check');
const records = await flowRecords(catalogue);
// Must run before anything is overwritten.
for (const change of records.flatMap(changesSinceCommit)) {
  console.error(change);
}
const scores = await currentScores(records, onlyCheck);
const flowFiles = [
  chartsFile(records, flowMeasures(scores)),
  ...records.flatMap(({ charts, scripts }) => [...charts, scripts]),
  pathsLock(records),
  scoresFile(scores),
];
const { file, problems: unknown } = requirements();
const readme = {
  path: 'README.md',
  content: readmeWithSettings(readFileSync(join(projectRoot, 'README.md'), 'utf8')),
};
const rooms = { path: 'docs/rooms.md', content: roomsPage(roomGraph(sourceFiles('machines', 'src'))) };
const limits = { path: 'docs/limits.md', content: limitsPage() };
const transcripts = { path: 'docs/transcripts.md', content: transcriptFormatsPage() };
const access = { path: 'docs/access.md', content: accessPage() };
const drawings = previewDrawings();
const problems = [
  ...flowProblems(records),
  ...unknown,
  ...mutantProblems(scores),
  ...settleFiles(
    [
      ...flowFiles,
      file,
      readme,
      rooms,
      access,
      limits,
      transcripts,
      drawings,
      releasesFile(),
      thirdPartyPage(),
      await demoFile(),
      await eveningsFile(),
      await modelNotesFile(),
      await sampleFile(),
    ],
    onlyCheck,
  ),
  ...settleFolder(flowFolder, [...flowFiles.map(({ path }) => path), coveragePath, approvalsPath], onlyCheck),
];
for (const problem of problems) {
  console.error(problem);
}
process.exit(problems.length > 0 ? 1 : 0);
