import type { FlowPaths } from '../analysis.ts';
import type { Flow } from '../flow.ts';
import type { GoalScript } from '../goal-scripts.ts';
import {
  dataMark,
  notByHand,
  type PageWords,
  preparations,
  seenAfter,
  stepLine,
  untriedValues,
  wayWords,
} from './script-words.ts';
import { startWords, stateDescription, stateTitle } from './step-words.ts';

export function pathsMarkdown(analysis: FlowPaths, page?: PageWords): string {
  const { flow, transitions, scripts } = analysis;
  const lines = [
    `# ${flow.title}: test scripts`,
    '',
    `Generated from the chart of ${flow.title}; do not edit. ` +
      `${scripts.length === 1 ? 'This 1 script takes' : `Each of these ${scripts.length} scripts leads the shortest way to one thing; together they take`} ` +
      `all ${transitions.length} transitions of the chart, let every guard refuse once and bring every declared outcome about. ` +
      'Every wait is meant to the millisecond: just before it is over, nothing may have changed yet. ' +
      'Priority 1 achieves something that the flow is for, 2 are other steps, failures and waits, 3 is what is refused or changes nothing. ' +
      'The script marked as smoke test is the flow’s main way. An id belongs to its goal and stays when other scripts come and go.',
    '',
    'What passes quickly is seen with the network set to “Slow 3G” in the browser’s developer tools. To let one call fail, bring its ' +
      'failure about just before the step that makes it, and undo that after it. What happens by itself (“System”) needs nothing to be ' +
      'done where no way is given; where an outcome is the state of something (“The link is on”), bring it into that state first.',
    '',
  ];
  if (page !== undefined) {
    lines.push('## Before each script', '', page.begin, '');
  }
  const fields = untriedValues(analysis, page).map(({ field, values }) => `- **${field}.** ${values}`);
  if (fields.length > 0)
    lines.push('## What no script types', '', 'Try it in these fields as well:', '', ...fields, '');
  const hints = preparations(flow, scripts);
  if (hints.length > 0) {
    lines.push(
      '## How to bring it about by hand',
      '',
      ...hints.map(([name, how]) => `- **${name}.** ${how}`),
      '',
    );
  }
  for (const script of scripts) {
    lines.push(
      `## ${script.id} · ${script.title}`,
      '',
      ...scriptLines(flow, script, page),
      '',
      `<!-- data ${dataMark(script)} -->`,
      '',
    );
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** What a person does and should see: a line on the start, then one for each step. */
export function scriptLines(flow: Flow, script: GoalScript, page: PageWords | undefined): string[] {
  const { path, kind, priority, isSmoke } = script;
  const { start, edges } = path;
  const why = notByHand(flow, script, page);
  const lines = [
    `Priority ${priority}, ${kind}${isSmoke ? ', smoke test' : ''}.${why === undefined ? '' : ` **Not by hand:** ${why}`} Start: ${startWords(start)}. **${stateTitle(start.state)}.** ${stateDescription(start.state)}`,
  ];
  if (edges.length > 0) lines.push('');
  let before = start.state;
  let shown = '';
  for (const [at, { event, state }] of edges.entries()) {
    const title = stateTitle(state);
    const isLast = at === edges.length - 1;
    const outcome =
      title === stateTitle(before) && !isLast
        ? `Still **${title}**.`
        : `${title === stateTitle(before) ? 'Still ' : ''}**${title}.** ${stateDescription(state, before)}`.trimEnd();
    const pressed = event.type === 'user' ? wayWords(flow, event, before, page) : undefined;
    const seen = seenAfter(flow, state, page);
    lines.push(
      `${at + 1}. ${stepLine(event, state)}${pressed === undefined ? '' : ` (${pressed.replace(/\.$/, '')})`}. → ${outcome}` +
        (seen === '' || (seen === shown && !isLast) ? '' : ` ${seen}`),
    );
    before = state;
    shown = seen;
  }
  return lines;
}
