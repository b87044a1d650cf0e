import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import { median } from '#server/platform/quantile.ts';
import {
  hasSharedSessions,
  readSharedSession,
  SHARED_EPISODES,
  transcriptOf,
} from '#tests/support/sessions.ts';
import { longSession } from '#tests/support/small-session.ts';
import type { Figure } from './bench.ts';

const RUNS = 5;

function session(words: number): { speaker: string; text: string }[] {
  if (!hasSharedSessions) return longSession(words);
  const turns: { speaker: string; text: string }[] = [];
  let count = 0;
  for (let at = 0; count < words; at += 1)
    for (const turn of readSharedSession(SHARED_EPISODES[at % SHARED_EPISODES.length]!).turns) {
      if (count >= words) break;
      turns.push(turn);
      count += turn.text.split(/\s+/).length;
    }
  return turns;
}

async function seconds(words: number): Promise<number> {
  const transcript = transcriptOf(session(words));
  const engine = createHighlightsEngine();
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const start = performance.now();
    await takeNotes(
      engine,
      { transcript, detailLevel: 'comprehensive', language: null, campaign: noCampaign },
      inMemoryStageContext({}),
    );
    if (run > 0) times.push((performance.now() - start) / 1000);
  }
  return median(times);
}

export async function benchNotes(): Promise<Figure[]> {
  const session30 = await seconds(30_000);
  const session300 = await seconds(300_000);
  const source = hasSharedSessions ? 'real sessions' : 'made-up sessions';
  return [
    {
      name: 'notes: words per second at 30,000 words',
      value: 30_000 / session30,
      unit: 'words/s',
      peer: source,
    },
    {
      name: 'notes: words per second at 300,000 words',
      value: 300_000 / session300,
      unit: 'words/s',
      peer: source,
    },
    {
      name: 'notes: time for 300,000 words against 30,000',
      value: session300 / session30,
      unit: 'times',
      peer: 'linear is 10',
    },
  ];
}
