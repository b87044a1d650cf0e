import { describe, expect, it } from 'vitest';
import { analyseFlow } from '#flows/analysis.ts';
import { pathsJson } from '#flows/export/paths-json.ts';
import { behaviourChanges } from '#flows/golden.ts';
import { catalogue } from '#machines/index.ts';
import { analysisOf } from '#tests/support/analyses.ts';
import { type Break, breakable } from '#tests/support/breakable-machines.ts';

/** What `paths --check` says of a machine, given its committed paths. */
function checked(flow: Parameters<typeof analyseFlow>[0], golden: string): string {
  return [...behaviourChanges(flow, golden), ...analyseFlow(flow).problems].join('\n');
}

describe.each(breakable)('the check of the committed paths of $name', ({ flow, breaks }) => {
  const golden = pathsJson(analyseFlow(flow()));

  it('finds nothing in the machine they were made of', () => {
    expect(checked(flow(), golden)).toBe('');
  });

  it.each(Object.keys(breaks) as Break[])('names a planted break: %s', (name) => {
    const [change, words] = breaks[name];
    const said = checked(flow(change), golden);
    expect(said).toMatch(words);
    expect(said).not.toContain('out of date');
  });

  it('names path and step of the first difference', () => {
    const [first] = behaviourChanges(flow(breaks['changed delay'][0]), golden);
    expect(first).toMatch(/^\w+\/\d+, step \d+ \(wait .*\): the delay /);
  });
});

describe('the committed paths of the catalogue', () => {
  it.each(catalogue.slice(0, 5))('$name behaves as they say', (flow) => {
    expect(behaviourChanges(flow, pathsJson(analysisOf(flow)))).toEqual([]);
  });
});

describe('cases and scenarios that are gone', () => {
  const { flow } = breakable[0]!;
  const golden = pathsJson(analyseFlow(flow()));

  it('are named', () => {
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
