import process from 'node:process';
import type { CampaignKnowledge, NotesEngine } from '#server/engines/notes/port.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { type SharedSession, transcriptOf } from '#tests/support/sessions.ts';
import { castOf } from './casts.ts';
import { type Alignments, coverageOf } from './coverage.ts';
import { referencesOf } from './references.ts';
import { meanOf, playedOfAll, rougeOf, type Scores, scoreOf } from './score.ts';

export interface Figures {
  engine: string;
  sessions: number;
  mean: Scores;
  systems: Record<string, Scores>;
}

/** Scores an engine and the reference systems on the same sessions. `read` also finds the session that follows. */
export async function figuresOf(
  engine: NotesEngine,
  episodes: readonly string[],
  read: (episode: string) => SharedSession | null,
  report: (episode: string, scores: Scores) => void = () => {},
  alignments: Alignments = {},
): Promise<Figures> {
  const all: Scores[] = [];
  const references = new Map<string, Scores[]>();
  const take = (
    session: SharedSession,
    detailLevel: 'brief' | 'comprehensive',
    campaign: CampaignKnowledge = noCampaign,
  ) =>
    takeNotes(
      engine,
      { transcript: transcriptOf(session.turns), detailLevel, language: null, campaign },
      inMemoryStageContext({}),
    );

  for (const episode of episodes) {
    const session = read(episode);
    if (session === null) throw new Error(`There is no session ${episode}.`);
    const transcript = transcriptOf(session.turns);
    const start = process.cpuUsage();
    const full = await take(session, 'comprehensive');
    const used = process.cpuUsage(start);
    const words = session.turns.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
    const known = await take(session, 'comprehensive', campaignOf(episode));
    const next = read(followerOf(episode));
    const recap = next === null ? '' : (await take(next, 'comprehensive')).previouslyOn;
    const scores: Scores = {
      ...coverageOf(full.lines.summary, session, transcript, alignments),
      ...withRecap(recap, full.summary, session),
      ...scoreOf(full, await take(session, 'brief'), session, transcript),
      'played among people, campaign known':
        scoreOf(known, known, session, transcript)['played among people'] ?? null,
      'words a second': words / ((used.user + used.system) / 1e6),
    };
    all.push(scores);
    report(episode, scores);
    for (const [name, text] of Object.entries(referencesOf(transcript, session)))
      references.set(name, [...(references.get(name) ?? []), rougeOf(text, session)]);
  }
  return {
    engine: engine.id,
    sessions: episodes.length,
    mean: { ...meanOf(all), 'played of all people': playedOfAll(all) },
    systems: Object.fromEntries([...references].map(([name, scores]) => [name, meanOf(scores)])),
  };
}

function followerOf(episode: string): string {
  const number = /\d+$/.exec(episode)?.[0] ?? '';
  return episode.slice(0, -number.length) + String(Number(number) + 1).padStart(number.length, '0');
}

function withRecap(recap: string, summary: string, session: SharedSession): Scores {
  const { own1, own2, ownL } = rougeOf(`${recap}\n\n${summary}`, session);
  const known = (value: number | null | undefined) => (recap === '' ? null : (value ?? null));
  return { next1: known(own1), next2: known(own2), nextL: known(ownL) };
}

function campaignOf(episode: string): CampaignKnowledge {
  const playerCharacters = Object.entries(castOf(episode) ?? {}).flatMap(([playedBy, characters]) =>
    characters.map(([name = '', ...aliases]) => ({ name, playedBy, aliases })),
  );
  return { ...noCampaign, playerCharacters };
}
