import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import type { SampleSession } from '#server/sample/sample-campaigns.ts';
import type { DemoSession } from '#web/pages/landing/demo-session.ts';
import type { GeneratedFile } from '../generated-files.ts';
import { demoRequest, demoSource } from './demo-request.ts';
import { editedByGameMaster } from './edited-notes.ts';
import { listed } from './listed.ts';
import { makeModelNotes } from './model-notes.ts';

const target = 'src/web/pages/landing/demo-session.generated.ts';
const sampleTarget = 'src/server/sample/sample-session.json';

const durationSeconds = (durationMs: number) => Math.round(durationMs / 1000) + 1;

async function makeSession(): Promise<Omit<SampleSession, 'written'>> {
  const { transcript: read } = await demoRequest('brief');
  const take = async (detailLevel: 'brief' | 'comprehensive') =>
    takeNotes(createHighlightsEngine(), await demoRequest(detailLevel), inMemoryStageContext({}));
  const [brief, comprehensive] = [await take('brief'), await take('comprehensive')];
  return {
    transcript: { ...read, source: 'speech' },
    results: { brief, comprehensive },
    edited: editedByGameMaster(comprehensive, read.segments),
    durationSeconds: durationSeconds(read.durationMs),
  };
}

export async function makeDemoSession(): Promise<DemoSession> {
  const { transcript, results, edited } = await makeSession();
  const { timing, durationMs, speakers, segments } = transcript;
  return { transcript: { timing, durationMs, speakers, segments }, results: { edited, ...results } };
}

/** For a new user's sample campaign. */
export async function sampleFile(): Promise<GeneratedFile> {
  const sample: SampleSession = { ...(await makeSession()), written: await makeModelNotes() };
  return { path: sampleTarget, content: `${JSON.stringify(sample)}\n` };
}

export async function demoFile(): Promise<GeneratedFile> {
  const text = listed(await makeDemoSession());
  return {
    path: target,
    content: `// Made by \`npm run generated\` from ${demoSource} and src/setup/demo/edited-notes.ts. Changes here are lost.
import type { DemoSession } from './demo-session.ts';

export const demoSession: DemoSession = ${text};
`,
  };
}
