import { describe, expect, it } from 'vitest';
import { analyseFlow } from '#flows/analysis.ts';
import { goldenJson } from '#flows/export/golden-json.ts';
import { behaviourChanges } from '#flows/golden.ts';
import { recordOf } from '#flows/stable-json.ts';
import { catalogue } from '#machines/index.ts';
import { type Break, breakable } from './breakable-machines.ts';

function checked(flow: Parameters<typeof analyseFlow>[0], golden: string): string {
  return [...behaviourChanges(flow, golden), ...analyseFlow(flow).problems].join('\n');
}

describe.each(breakable)('the check of the committed paths of $name', ({ flow, breaks }) => {
  const golden = goldenJson(analyseFlow(flow()));

  it('finds nothing for the unchanged machine', () => {
    expect(checked(flow(), golden)).toBe('');
  });

  it.each(Object.keys(breaks) as Break[])('reports a planted break: %s', (name) => {
    const [change, words] = breaks[name];
    const said = checked(flow(change), golden);
    expect(said).toMatch(words);
    expect(said).not.toContain('out of date');
  });

  it('names the path and the step of the first difference', () => {
    const [first] = behaviourChanges(flow(breaks['changed delay'][0]), golden);
    expect(first).toMatch(/^\w+\/\d+, step \d+ \(wait .*\): the delay /);
  });
});

it('knows a value again that is too long to keep', () => {
  const player = catalogue.find(({ name }) => name === 'player')!;
  const change = (number: number) => (output: unknown) => ({
    ...recordOf(output),
    peaks: Array.from({ length: 1000 }, (_, index) => (index === 700 ? number : 7)),
  });
  const withPeaks = (made: (output: unknown) => unknown) => ({
    ...player,
    outcomes: {
      ...player.outcomes,
      readPlayback: player.outcomes.readPlayback!.map((outcome) =>
        outcome.name === 'the sound is ready' && outcome.type === 'done'
          ? { ...outcome, output: made(outcome.output) }
          : outcome,
      ),
    },
  });
  const golden = goldenJson(analyseFlow(withPeaks(change(8))));
  const [said] = behaviourChanges(withPeaks(change(99)), golden);
  expect(said).toMatch(/heard is another one than it should become, now \{.* …/);
  expect(said!.length).toBeLessThan(2500);
  expect(golden.length).toBeLessThan(300_000);
});

describe('removed cases and scenarios', () => {
  const { flow } = breakable[0]!;
  const golden = goldenJson(analyseFlow(flow()));

  it('are reported', () => {
    const now = flow();
    expect(behaviourChanges({ ...now, scenarios: [{ name: 'another' }] }, golden)[0]).toContain(
      'the scenario “start” is gone',
    );
    expect(behaviourChanges({ ...now, events: { ...now.events, mend: [] } }, golden).join()).toContain(
      'the flow no longer declares this case of mend',
    );
    expect(
      behaviourChanges({ ...now, outcomes: { check: now.outcomes.check!.slice(0, 1) } }, golden).join(),
    ).toContain('the flow no longer declares this outcome of check');
  });
});
