import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CampaignKnowledge, NotesRequest } from '#server/engines/notes/port.ts';
import { importTranscript } from '#server/engines/transcripts/import.ts';
import { projectRoot } from '../generated-files.ts';

const demoSource = 'src/server/sample/session.vtt';

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
  const transcript = await importTranscript(readFileSync(join(projectRoot, demoSource)), {
    fileName: 'session.vtt',
  });
  return { transcript, detailLevel, language: 'en', campaign };
}
