import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalysisResult, Evening } from '#contract/analysis-result.ts';
import { present } from '#contract/unknown-values.ts';
import type { Sound } from '#server/engines/audio/playback.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import type { SampleSession } from '#server/sample/sample-campaigns.ts';
import type { DemoEvenings } from '#web/app/demo-evening-page.tsx';
import type { DemoSession } from '#web/pages/landing/demo-session.ts';
import { type GeneratedFile, projectRoot } from '../generated-files.ts';
import { demoRequest } from './demo-request.ts';
import { editedByGameMaster } from './edited-notes.ts';
import { makeModelNotes } from './model-notes.ts';

const target = 'src/web/pages/landing/demo-session.generated.json';
const eveningsTarget = 'src/web/app/demo-evenings.generated.json';
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

/** Empty, it still names the parts as the app does. */
const withEmptyEvening = (result: AnalysisResult): AnalysisResult => ({
  ...result,
  evening: {
    chapters: [],
    passages: [],
    pointers: [],
    names: [],
    timeline: { stretchMs: 1, voices: [], dice: [], laughter: [], apart: [] },
    missing: [],
  },
});

async function makeDemoSession(): Promise<DemoSession> {
  const { transcript, results, edited } = await makeSession();
  const { timing, durationMs, speakers, segments } = transcript;
  const shown = {
    edited,
    brief: withEmptyEvening(results.brief),
    comprehensive: withEmptyEvening(results.comprehensive),
  };
  return { transcript: { timing, durationMs, speakers, segments }, results: shown };
}

async function makeEvenings(): Promise<DemoEvenings> {
  const { results, durationSeconds } = await makeSession();
  const { lanes }: Sound = JSON.parse(
    readFileSync(join(projectRoot, 'src/server/sample/sound.json'), 'utf8'),
  );
  const eveningOf = ({ evening }: AnalysisResult): Evening => present(evening, 'the demo’s evening');
  return {
    brief: eveningOf(results.brief),
    comprehensive: eveningOf(results.comprehensive),
    lanes: { state: 'ready', durationSeconds, ...lanes },
  };
}

/** Too much for a visitor’s first page: it loads with what shows it. */
export const eveningsFile = async (): Promise<GeneratedFile> => ({
  path: eveningsTarget,
  content: `${JSON.stringify(await makeEvenings())}\n`,
});

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
