import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import type { CampaignKnowledge, NotesRequest } from '#server/engines/notes/port.ts';
import { takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { importTranscript } from '#server/engines/transcripts/import.ts';
import type { SampleSession } from '#server/sample/sample-campaigns.ts';
import type { DemoSession } from '#web/pages/landing/demo-session.ts';
import { type GeneratedFile, projectRoot } from '../generated-files.ts';
import { editedByGameMaster } from './edited-notes.ts';

const source = 'src/server/sample/session.vtt';
const target = 'src/web/pages/landing/demo-session.generated.ts';
const sampleTarget = 'src/server/sample/sample-session.json';

const durationSeconds = (durationMs: number) => Math.round(durationMs / 1000) + 1;

const campaign: CampaignKnowledge = {
  title: 'The Quiet Bell',
  system: null,
  setting: null,
  instructions: null,
  playerCharacters: [
    { name: 'Brannoc', playedBy: 'Jonas', aliases: [] },
    { name: 'Vesper', playedBy: 'Priya', aliases: [] },
    { name: 'Ulf', playedBy: 'Theo', aliases: [] },
  ],
  names: [{ term: 'Grey Fen', kind: 'location', heardAs: [] }],
};

export async function demoRequest(detailLevel: 'brief' | 'comprehensive'): Promise<NotesRequest> {
  const transcript = await importTranscript(readFileSync(join(projectRoot, source)), {
    fileName: 'session.vtt',
  });
  return { transcript, detailLevel, language: 'en', campaign };
}

async function makeSession(): Promise<SampleSession> {
  const { transcript: read } = await demoRequest('brief');
  const take = async (detailLevel: 'brief' | 'comprehensive') =>
    takeNotes(createHighlightsEngine(), await demoRequest(detailLevel), inMemoryStageContext({}));
  return {
    transcript: { ...read, source: 'speech' },
    results: { brief: await take('brief'), comprehensive: await take('comprehensive') },
    durationSeconds: durationSeconds(read.durationMs),
  };
}

export async function makeDemoSession(): Promise<DemoSession> {
  const { transcript, results } = await makeSession();
  const { timing, durationMs, speakers, segments } = transcript;
  return {
    transcript: { timing, durationMs, speakers, segments },
    results: { edited: editedByGameMaster(results.comprehensive, segments), ...results },
  };
}

/** For a new user's sample campaign. */
export async function sampleFile(): Promise<GeneratedFile> {
  return { path: sampleTarget, content: `${JSON.stringify(await makeSession())}\n` };
}

export async function demoFile(): Promise<GeneratedFile> {
  const text = JSON.stringify(await makeDemoSession(), null, 1);
  return {
    path: target,
    content: `// Made by \`npm run generated\` from ${source} and src/setup/demo/edited-notes.ts. Changes here are lost.
import type { DemoSession } from './demo-session.ts';

export const demoSession: DemoSession = ${text};
`,
  };
}
