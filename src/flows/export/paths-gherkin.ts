import type { FlowAnalysis } from '../analysis.ts';
import { stableJson } from '../stable-json.ts';
import type { ModelEvent } from '../timed-model.ts';
import { handWords, notByHand, type PageWords, seenAfter } from './script-words.ts';
import { eventWords, startWords, stateTitle } from './step-words.ts';

/** Scripts for `runGherkin`: data as doc strings, how to cause a step as a comment. */
export function pathsGherkin(analysis: FlowAnalysis, page?: PageWords): string {
  const { flow, scripts } = analysis;
  const byHand = handWords(analysis, page);
  const lines = [
    ...(flow.requirements.length > 0 ? [flow.requirements.map((number) => `@${number}`).join(' ')] : []),
    `Feature: ${flow.title}`,
    `  ${flow.paragraph}`,
  ];
  for (const script of scripts) {
    const { id, title, path, kind, priority, isSmoke } = script;
    const why = notByHand(flow, script, page);
    lines.push(
      '',
      ...(why === undefined ? [] : [`  # Not by hand: ${why}`]),
      `  @${id} @${kind} @priority-${priority}${isSmoke ? ' @smoke' : ''}${why === undefined ? '' : ' @not-by-hand'}`,
      `  Scenario: ${title}`,
      `    Given ${startWords(path.start)}`,
      `    Then the state is "${stateTitle(path.start.state)}"`,
    );
    for (const [at, { event, state }] of path.edges.entries()) {
      const seen = seenAfter(flow, state, page);
      lines.push(
        ...stepLines(event, byHand(script, at)),
        `    Then the state is "${stateTitle(state)}"`,
        ...(seen === '' ? [] : [`    # ${seen}`]),
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function stepLines(event: ModelEvent, how: string | undefined): string[] {
  const data = dataOf(event);
  return [
    ...(how === undefined ? [] : [`    # By hand: ${how}`]),
    `    When ${eventWords(event)}`,
    ...(data === undefined ? [] : ['      """json', `      ${data}`, '      """']),
  ];
}

function dataOf(event: ModelEvent): string | undefined {
  if (event.type === 'wait') return undefined;
  if (event.type === 'user') {
    const { type: _, ...payload } = event.event;
    return Object.keys(payload).length > 0 ? stableJson(payload) : undefined;
  }
  const { outcome } = event;
  if (outcome.type === 'emits') return undefined;
  const answer = outcome.type === 'done' ? outcome.output : outcome.error;
  return answer === undefined || answer === null ? undefined : stableJson(answer);
}
