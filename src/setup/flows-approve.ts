import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Misuse } from '#flows/command/misuse.ts';
import { chartStructure, structureJson } from '#flows/diff/structure.ts';
import { catalogue } from '#machines/index.ts';
import { addApproval, approvalsPath, parseApproval } from './flow-approvals.ts';
import { chartHash } from './flow-history.ts';
import { projectRoot } from './generated-files.ts';
import { runCommand } from './run-command.ts';

/** `npm run flows:approve`: records that someone agrees with a chart. Exit 2 for invalid input. */
function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { by: { type: 'string' }, note: { type: 'string', default: '' }, from: { type: 'string' } },
  });
  const [name] = positionals;
  const hashOf = new Map(
    catalogue.map((flow) => [flow.name, chartHash(structureJson(chartStructure(flow)))]),
  );
  const text =
    values.from === undefined
      ? JSON.stringify({
          flow: name ?? '',
          version: hashOf.get(name ?? '') ?? '0'.repeat(12),
          by: values.by ?? '',
          on: new Date().toISOString().slice(0, 10),
          note: values.note,
        })
      : readFileSync(values.from, 'utf8');
  const approval = parseApproval(text);
  const hash = hashOf.get(approval.flow);
  if (hash === undefined) {
    throw new Misuse(`There is no flow “${approval.flow}”.`);
  }
  addApproval(projectRoot, text);
  const isPresent = approval.version === hash;
  console.log(
    `${approval.by} approves ${approval.flow}${isPresent ? '' : ' in an earlier version'}. Commit ${approvalsPath}.`,
  );
  return 0;
}

await runCommand(
  'npm run flows:approve -- FLOW --by NAME [--note TEXT], or -- --from FILE with what the viewer of the charts saved.',
  main,
);
