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
import { listed } from './listed.ts';

const answersPath = 'src/setup/demo/model-answers.json';
const target = 'src/web/pages/model-notes.generated.ts';
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

export async function modelNotesFile(): Promise<GeneratedFile> {
  // The page shows what a model wrote, not the evening in its own words beside it.
  const { evening: _, ...written } = await makeModelNotes();
  const text = listed(written);
  return {
    path: target,
    content: `// Made by \`npm run generated\` from ${answersPath}. Changes here are lost.
import type { AnalysisResult } from '#contract/analysis-result.ts';

export const modelNotes: AnalysisResult = ${text};
`,
  };
}
