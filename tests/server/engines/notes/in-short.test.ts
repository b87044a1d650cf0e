import { describe, expect, it } from 'vitest';
import type { Evening, Passage } from '#contract/analysis-result.ts';
import { textOf } from '#server/engines/notes/evening-text.ts';

const minute = 60_000;
const narrator = { speakerId: 'p1', label: 'Ann', words: [900] };
const evidence = { segmentIds: ['s1'], startMs: 0, endMs: 0 };

/** @param rank 0: best */
const told = (startMs: number, rank: number, changes: Partial<Passage> = {}): Passage => ({
  id: `p${startMs}`,
  text: `At ${startMs / minute} minutes the bridge over the black river falls with all who stand on it.`,
  speakerId: narrator.speakerId,
  speaker: null,
  startMs,
  endMs: startMs + minute,
  rank,
  evidence,
  chapter: 0,
  shown: 'page',
  hidden: false,
  ...changes,
});

function shortOf(passages: Passage[]): string[] {
  const evening: Evening = {
    chapters: [
      { title: null, ownTitle: null, place: null, names: [], startMs: 0, endMs: 90 * minute, evidence },
    ],
    passages,
    pointers: [],
    names: [],
    timeline: { stretchMs: minute, voices: [narrator], dice: [], laughter: [], apart: [] },
    missing: [],
  };
  const lines = { shortSummary: [], summary: [], previouslyOn: [] };
  const { shortSummary } = textOf({ detailLevel: 'comprehensive', lines }, evening);
  return Array.from(shortSummary.matchAll(/At (\d+)/g), ([, at]) => at ?? '');
}

describe('“In short”', () => {
  const at = [5, 20, 35, 50, 65, 89].map((each) => each * minute);

  it('[R1.4] has the best of each third, in the order of the evening', () => {
    expect(shortOf(at.map((startMs, index) => told(startMs, 5 - index)))).toEqual(['20', '50', '89']);
    expect(shortOf(at.map((startMs, index) => told(startMs, index)))).toEqual(['5', '35', '65']);
  });

  it('leaves out a third that has none, and is empty if only one has', () => {
    const late = at.slice(4).map((startMs, index) => told(startMs, index));
    expect(shortOf(late)).toEqual([]);
    expect(shortOf([told(20 * minute, 9), ...late])).toEqual(['20', '65']);
    const notTold = { text: 'Who goes over the black river, and who of you stays behind with the horses?' };
    for (const change of [{ hidden: true }, { shown: 'more' as const }, { isSpeech: true }, notTold])
      expect(shortOf([told(20 * minute, 9, change), ...late])).toEqual([]);
  });

  it('has nothing of a third whose better half of passages does not tell what happens', () => {
    const asked = (startMs: number, rank: number) =>
      told(startMs, rank, { text: 'Who of you goes over the river?' });
    const first = [asked(5 * minute, 0), asked(10 * minute, 1), asked(15 * minute, 2), told(20 * minute, 3)];
    expect(shortOf([...first, told(35 * minute, 4), told(65 * minute, 5)])).toEqual(['35', '65']);
    expect(shortOf([...first, told(25 * minute, 1), told(35 * minute, 4)])).toEqual(['25', '35']);
  });
});
