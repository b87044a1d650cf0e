import process from 'node:process';
import type { CampaignKnowledge, NotesEngine } from '#server/engines/notes/port.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { type SharedSession, transcriptOf } from '#tests/support/sessions.ts';
import { castOf } from './casts.ts';
import { type Alignments, coverageOf, eveningCoverage } from './coverage.ts';
import { followerOf } from './episodes.ts';
import { referencesOf } from './references.ts';
import { meanOf, playedOfAll, rougeOf, type Scores, scoreOf } from './score.ts';

export interface Figures {
  engine: string;
  sessions: number;
  mean: Scores;
  systems: Record<string, Scores>;
  /** The same sessions with less to read from. */
  variants?: Record<string, Scores> | undefined;
}

type Turns = Parameters<typeof transcriptOf>[0];

const asIs = (text: string) => text;
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .trim();

function without(turns: Turns, speakerOf: (speaker: string | null) => string | null, said = asIs): Turns {
  return turns.map(({ speaker, text }) => ({ speaker: speakerOf(speaker), text: said(text) || '…' }));
}

/** What is taken away, by what is left. */
export const variantsOf = (turns: Turns): Record<string, Turns> => {
  const numbers = new Map([...new Set(turns.map(({ speaker }) => speaker))].map((name, at) => [name, at]));
  const numbered = (name: string | null) =>
    name === null ? null : `SPEAKER_${String(numbers.get(name) ?? 0).padStart(2, '0')}`;
  return {
    'Labels SPEAKER_00': without(turns, numbered),
    'No speakers': without(turns, () => null),
    'Lower case, no punctuation': without(turns, (name) => name, bare),
    'All three': without(turns, () => null, bare),
  };
};

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
  const lessToReadFrom = new Map<string, Scores[]>();
  const take = (
    { turns }: { turns: Turns },
    detailLevel: 'brief' | 'comprehensive',
    campaign: CampaignKnowledge = noCampaign,
  ) =>
    takeNotes(
      engine,
      { transcript: transcriptOf(turns), detailLevel, language: null, campaign },
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
    for (const [name, turns] of Object.entries(variantsOf(session.turns))) {
      const { lines, evening } = await take({ turns }, 'comprehensive');
      lessToReadFrom.set(name, [
        ...(lessToReadFrom.get(name) ?? []),
        {
          ...coverageOf(lines.summary, session, transcript, alignments),
          ...eveningCoverage(evening, session, transcript, alignments),
          statements: lines.summary.length,
        },
      ]);
    }
    const scores: Scores = {
      ...coverageOf(full.lines.summary, session, transcript, alignments),
      ...eveningCoverage(full.evening, session, transcript, alignments),
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
    mean: {
      ...meanOf(all),
      'played of all people': playedOfAll(all, 'played among people'),
      'played there of all people': playedOfAll(all, 'played there among people'),
    },
    variants: Object.fromEntries([...lessToReadFrom].map(([name, scores]) => [name, meanOf(scores)])),
    systems: Object.fromEntries([...references].map(([name, scores]) => [name, meanOf(scores)])),
  };
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
