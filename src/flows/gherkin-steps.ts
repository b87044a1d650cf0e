import { eventWords, startWords, stateTitle } from './export/step-words.ts';
import type { Flow } from './flow.ts';
import { type ModelEvent, type ModelState, TimedModel } from './timed-model.ts';

export interface GherkinProblem {
  scenario: string;
  line: number;
  problem: string;
}

const lineKinds = /^\s*(Feature|Scenario|Given|When|Then):? ?(.*)$/;
const stateStep = /^the state is "(.*)"$/;

/** Runs Gherkin as `pathsGherkin` prints it. @returns the failures */
export function runGherkin(flow: Flow, text: string): GherkinProblem[] {
  const model = new TimedModel(flow);
  const problems: GherkinProblem[] = [];
  let scenario = '';
  let state: ModelState | undefined;
  let isOver = false;
  const steps: Record<string, (words: string) => string | undefined> = {
    Given: (words) => {
      const start = flow.scenarios.find(({ name }) => startWords({ scenario: name }) === words);
      if (start === undefined) return `no start is called “${words}”`;
      state = model.start(start.input);
      return undefined;
    },
    When: (words) => {
      if (state === undefined) return 'there is no start before it';
      const events = model.eventsIn(state);
      const event = events.find((each) => eventWords(each) === words);
      if (event === undefined)
        return `“${words}” cannot happen here, but ${events.map((each: ModelEvent) => `“${eventWords(each)}”`).join(', ')}`;
      state = model.next(state, event);
      return undefined;
    },
    Then: (words) => {
      if (state === undefined) return 'there is no start before it';
      const wanted = stateStep.exec(words)?.[1];
      if (wanted === undefined) return `“${words}” is no step: write “the state is "…"”`;
      const title = stateTitle(state);
      return title === wanted ? undefined : `the state is “${title}”, not “${wanted}”`;
    },
  };
  for (const [index, line] of text.split('\n').entries()) {
    const [, kind = '', words = ''] = lineKinds.exec(line) ?? [];
    if (kind === 'Scenario') {
      scenario = words;
      state = undefined;
      isOver = false;
    }
    const problem = isOver ? undefined : steps[kind]?.(words);
    if (problem === undefined) continue;
    problems.push({ scenario, line: index + 1, problem });
    isOver = true;
  }
  return problems;
}
