import process from 'node:process';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import { noCampaign, takeNotes } from '#server/engines/notes/run.ts';
import { inMemoryStageContext } from '#server/engines/stage-context.ts';
import {
  hasSharedSessions,
  readSharedSession,
  SHARED_EPISODES,
  transcriptOf,
} from '#tests/support/sessions.ts';
import { longSession } from '#tests/support/small-session.ts';
import { type Figure, median } from './figure.ts';

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

/** Of the processor, with its garbage collector. */
async function seconds(words: number): Promise<number> {
  const transcript = transcriptOf(session(words));
  const engine = createHighlightsEngine();
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const before = process.cpuUsage();
    await takeNotes(
      engine,
      { transcript, detailLevel: 'comprehensive', language: null, campaign: noCampaign },
      inMemoryStageContext({}),
    );
    const { user, system } = process.cpuUsage(before);
    if (run > 0) times.push((user + system) / 1e6);
  }
  return median(times);
}

export async function benchNotes(): Promise<Figure[]> {
  const sizes = [30_000, 100_000, 300_000];
  const source = hasSharedSessions ? 'real sessions' : 'made-up sessions';
  const figures: Figure[] = [];
  for (const words of sizes)
    figures.push({
      name: `notes: CPU seconds for each 30,000 of ${words.toLocaleString('en')} words`,
      value: ((await seconds(words)) / words) * 30_000,
      unit: 's',
      peer: `at most 1, the same for all; ${source}`,
    });
  return figures;
}
