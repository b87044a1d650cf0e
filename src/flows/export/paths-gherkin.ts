import type { FlowAnalysis } from '../analysis.ts';
import { pathTitles } from './path-titles.ts';
import { eventWords, startWords, stateTitle } from './step-words.ts';

export function pathsGherkin({ flow, scripts }: FlowAnalysis): string {
  const lines = [
    ...flow.requirements.map((number) => `@${number}`),
    `Feature: ${flow.title}`,
    `  ${flow.paragraph}`,
  ];
  const titles = pathTitles(scripts);
  for (const [index, path] of scripts.entries()) {
    lines.push(
      '',
      `  Scenario: ${index + 1}. ${titles[index]}`,
      `    Given ${startWords(path.start)}`,
      `    Then the state is "${stateTitle(path.start.state)}"`,
    );
    for (const { event, state } of path.edges) {
      lines.push(`    When ${eventWords(event)}`, `    Then the state is "${stateTitle(state)}"`);
    }
  }
  return `${lines.join('\n')}\n`;
}
