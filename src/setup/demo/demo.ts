import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import type { SampleSession } from '#server/sample/sample-campaigns.ts';
import type { DemoSession } from '#web/pages/landing/demo-session.ts';
import type { GeneratedFile } from '../generated-files.ts';
import { demoRequest } from './demo-request.ts';
import { editedByGameMaster } from './edited-notes.ts';
import { makeModelNotes, withoutEvening } from './model-notes.ts';

const target = 'src/web/pages/landing/demo-session.generated.json';
const sampleTarget = 'src/server/sample/sample-session.json';

const durationSeconds = (durationMs: number) => Math.round(durationMs / 1000) + 1;

/** What the built-in engine makes of the demo's transcript, and how a game master edits it. */
export async function makeSession(): Promise<Omit<SampleSession, 'written'>> {
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

async function makeDemoSession(): Promise<DemoSession> {
  const { transcript, results, edited } = await makeSession();
  const { timing, durationMs, speakers, segments } = transcript;
  const shown = {
    edited,
    brief: withoutEvening(results.brief),
    comprehensive: withoutEvening(results.comprehensive),
  };
  return { transcript: { timing, durationMs, speakers, segments }, results: shown };
}

/** For a new user's sample campaign. */
export async function sampleFile(): Promise<GeneratedFile> {
  const sample: SampleSession = { ...(await makeSession()), written: await makeModelNotes() };
  return { path: sampleTarget, content: `${JSON.stringify(sample)}\n` };
}

/** In one line, which browsers read faster than a program. */
export const demoFile = async (): Promise<GeneratedFile> => ({
  path: target,
  content: `${JSON.stringify(await makeDemoSession())}\n`,
});
