import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { AnalysisResult, type Line } from '#contract/analysis-result.ts';
import { analysis } from '#tests/support/web-fixtures.ts';
import { ComparisonView, type FinishedAnalysis } from '#web/features/campaign/result/comparison-view.tsx';
import { compareResults } from '#web/results/compare-results.ts';

const at = (id: string) => ({ segmentIds: [id], startMs: 0, endMs: 1 });
const line = (text: string, id: string): Line => ({ text, evidence: at(id) });

function resultOf(parts: Partial<AnalysisResult>): AnalysisResult {
  return AnalysisResult.parse({
    kind: 'notes',
    detailLevel: 'brief',
    title: 'The inn',
    shortSummary: '',
    summary: '',
    previouslyOn: '',
    lines: { shortSummary: [], summary: [], previouslyOn: [] },
    scenes: [],
    memorableMoments: [],
    npcs: [],
    locations: [],
    items: [],
    factions: [],
    quests: [],
    openThreads: [],
    decisions: [],
    characterMoments: [],
    combats: [],
    toConfirm: [],
    warnings: [],
    ...parts,
  });
}
const person = (name: string, description: string) => ({
  name,
  description,
  isNew: false,
  evidence: at('s1'),
});

const one = resultOf({
  npcs: [person('Mother Sedge', 'Keeps the ferry.'), person('Oda', 'Strikes the bell.')],
  openThreads: [
    line('Who rings the bell under the lake?', 's1'),
    line('The ferry costs two silver pieces.', 's4'),
  ],
});
const two = resultOf({
  npcs: [person('mother sedge', 'An old woman with a goose.')],
  openThreads: [
    line('Who is ringing the bell under the water?', 's1'),
    line('The goose is called Bishop.', 's9'),
  ],
});

const finished = (id: string, result: AnalysisResult, createdAt: string): FinishedAnalysis => ({
  ...analysis,
  id,
  createdAt,
  result,
});

describe('two analyses compared', () => {
  it('finds what only one has: names by spelling, statements by their words and evidence', () => {
    const onlyIn = (side: 'one' | 'two') =>
      compareResults(one, two).flatMap((part) =>
        part[side].filter(({ isOnlyHere }) => isOnlyHere).map(({ name, text }) => name || text),
      );
    expect(onlyIn('one')).toEqual(['Oda', 'The ferry costs two silver pieces.']);
    expect(onlyIn('two')).toEqual(['The goose is called Bishop.']);
  });

  it('finds no difference between a result and itself', () => {
    expect(compareResults(one, one).some((part) => part.one.some(({ isOnlyHere }) => isOnlyHere))).toBe(
      false,
    );
  });

  it('shows only the differences, or all with marks', async () => {
    render(
      <ComparisonView
        one={finished('a1', one, '2026-03-12T20:00:00.000Z')}
        two={finished('a2', two, '2026-03-13T20:00:00.000Z')}
        access={{ timing: 'estimated' }}
        onClose={() => {}}
      />,
    );
    expect(
      screen.getByText(
        '2 statements only in “Comprehensive, 12 March 2026 at 20:00 UTC”; 1 statement only in “Comprehensive, 13 March 2026 at 20:00 UTC”.',
      ),
    ).toBeTruthy();
    const people = screen.getByRole('region', { name: 'People' });
    expect(within(people).getByText('Nothing that isn’t in the other one.')).toBeTruthy();
    expect(screen.queryByText(/Mother Sedge/)).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: 'Show only the differences' }));
    expect(within(people).getByText('Mother Sedge')).toBeTruthy();
    expect(within(people).getAllByText('only here')).toHaveLength(1);
  });
});
