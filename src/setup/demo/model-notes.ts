import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { budgetOf } from '#server/engines/notes/endpoint/budget.ts';
import type { Connection } from '#server/engines/notes/endpoint/connect.ts';
import { extractAll } from '#server/engines/notes/endpoint/extract.ts';
import { writeAll } from '#server/engines/notes/endpoint/write.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { type GeneratedFile, projectRoot } from '../generated-files.ts';
import { demoRequest } from './demo-request.ts';

const answersPath = 'src/setup/demo/model-answers.json';
const target = 'src/web/pages/model-notes.generated.json';
const engine = 'example';

function answeredConnection(): Connection {
  const answers = recordOf(JSON.parse(readFileSync(join(projectRoot, answersPath), 'utf8')));
  return {
    chat: {
      ask: async ({ name, schema }) => schema.parse(answers[name]),
    },
    model: engine,
    budget: budgetOf(131_072),
    concurrency: 1,
  };
}

/** Checked like any model's answer. */
export async function makeModelNotes(): Promise<AnalysisResult> {
  const request = await demoRequest('comprehensive');
  const context = inMemoryStageContext({});
  const connection = answeredConnection();
  return writeAll(
    request,
    await extractAll(request, connection, context, engine),
    connection,
    context,
    engine,
  );
}

/** What public pages show at once; the evening in its own words follows when it is asked for. */
export const withoutEvening = ({ evening: _, ...notes }: AnalysisResult): AnalysisResult => notes;

export const modelNotesFile = async (): Promise<GeneratedFile> => ({
  path: target,
  content: `${JSON.stringify(withoutEvening(await makeModelNotes()))}\n`,
});
