/** Usage: npm run bench:notes [-- --engine highlights|configured] [--folder DIR] [--write] [SESSION …] */

import type { CampaignKnowledge } from '#server/engines/notes/port.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { type SharedSession, transcriptOf } from '#tests/support/sessions.ts';
import { castOf } from './casts.ts';
import { engineNamed } from './engines.ts';
import { readSession, reported } from './episodes.ts';
import { readOptions } from './options.ts';
import { referencesOf } from './references.ts';
import { writeQuality } from './report.ts';
import { meanOf, playedOfAll, rougeOf, type Scores, scoreOf } from './score.ts';

const options = readOptions();
const episodes = options.episodes.length > 0 ? options.episodes : reported(options.folder);
const engine = engineNamed(options.engine);
const all: Scores[] = [];
const references = new Map<string, Scores[]>();

for (const episode of episodes) {
  const file = options.sessions.get(episode);
  if (!file) throw new Error(`${options.folder} has no session ${episode}.`);
  const session = readSession(file);
  const transcript = transcriptOf(session.turns);
  const take = (detailLevel: 'brief' | 'comprehensive', campaign: CampaignKnowledge) =>
    takeNotes(engine, { transcript, detailLevel, language: null, campaign }, inMemoryStageContext({}));
  const start = process.cpuUsage();
  const full = await take('comprehensive', noCampaign);
  const used = process.cpuUsage(start);
  const words = session.turns.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  const known = await take('comprehensive', campaignOf(episode));
  const recap = await recapOf(followerOf(episode));
  const scores: Scores = {
    ...withRecap(recap, full.summary, session),
    ...scoreOf(full, await take('brief', noCampaign), session, transcript),
    'played among people, campaign known':
      scoreOf(known, known, session, transcript)['played among people'] ?? null,
    'words a second': words / ((used.user + used.system) / 1e6),
  };
  all.push(scores);
  console.log(
    `${episode}  ${['r1', 'r2', 'rL', 'words', 'statements'].map((key) => `${key} ${shown(scores[key] ?? null)}`).join('  ')}`,
  );
  for (const [name, text] of Object.entries(referencesOf(transcript, session)))
    references.set(name, [...(references.get(name) ?? []), rougeOf(text, session)]);
}

const mean: Scores = { ...meanOf(all), 'played of all people': playedOfAll(all) };
console.log(`\n${engine.id}, mean of ${episodes.length} sessions`);
for (const [key, value] of Object.entries(mean)) console.log(`${key.padEnd(38)}${shown(value)}`);
const systems = Object.fromEntries([...references].map(([name, scores]) => [name, meanOf(scores)]));
console.log('\nReference systems at 1,000 words');
for (const [name, scores] of Object.entries(systems))
  console.log(
    `${name.padEnd(12)}${Object.entries(scores)
      .map(([key, value]) => `${key} ${shown(value)}`)
      .join('  ')}`,
  );
if (options.write) writeQuality({ engine: engine.id, sessions: episodes.length, mean, systems });

function shown(value: number | null): string {
  if (value === null) return '–';
  return value >= 20 ? value.toFixed(0) : value.toFixed(3);
}

function followerOf(episode: string): string {
  const number = /\d+$/.exec(episode)?.[0] ?? '';
  return episode.slice(0, -number.length) + String(Number(number) + 1).padStart(number.length, '0');
}

async function recapOf(episode: string): Promise<string> {
  const file = options.sessions.get(episode);
  if (!file) return '';
  const transcript = transcriptOf(readSession(file).turns);
  const request = { transcript, detailLevel: 'comprehensive' as const, language: null, campaign: noCampaign };
  return (await takeNotes(engine, request, inMemoryStageContext({}))).previouslyOn;
}

function withRecap(recap: string, summary: string, session: SharedSession): Scores {
  const { own1, own2, ownL } = rougeOf(
    `${recap}

${summary}`,
    session,
  );
  const known = (value: number | null | undefined) => (recap === '' ? null : (value ?? null));
  return { next1: known(own1), next2: known(own2), nextL: known(ownL) };
}

function campaignOf(episode: string): CampaignKnowledge {
  const playerCharacters = Object.entries(castOf(episode) ?? {}).flatMap(([playedBy, characters]) =>
    characters.map(([name = '', ...aliases]) => ({ name, playedBy, aliases })),
  );
  return { ...noCampaign, playerCharacters };
}
