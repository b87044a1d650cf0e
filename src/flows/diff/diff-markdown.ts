import type { Change } from './compare.ts';
import { changeLooks } from './diff-svg.ts';

export interface FlowDiff {
  name: string;
  title: string;
  state: 'added' | 'removed' | 'changed';
  changes: readonly Change[];
  note?: string;
  picture?: string;
}

/** Scripts for people that a change concerns, of all. */
export interface Repeats {
  repeat: readonly string[];
  all: number;
}

function repeatLines({ repeat, all }: Repeats): string[] {
  return repeat.length === 0
    ? []
    : ['', `### Scripts to repeat: ${repeat.length} of ${all}`, '', ...repeat.map((script) => `- ${script}`)];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ') || '–';
}

function counts(changes: readonly Change[]): string {
  const parts = (['added', 'removed', 'changed'] as const).flatMap((kind) =>
    (['state', 'transition', 'delay'] as const).flatMap((what) => {
      const count = changes.filter((change) => change.kind === kind && change.what === what).length;
      return count > 0 ? [`${count} ${what}${count === 1 ? '' : 's'} ${kind}`] : [];
    }),
  );
  return parts.join(', ') || 'nothing changed';
}

function section(
  { name, title, state, changes, note, picture }: FlowDiff,
  pictures: string | undefined,
): string[] {
  if (state !== 'changed') {
    return [`### ${title} (${name}): flow ${state}`, ''];
  }
  return [
    `### ${title} (${name})`,
    '',
    `${counts(changes)}.${note ? ` ${note}` : ''}${picture && !pictures ? ` Picture: \`${picture}\`.` : ''}`,
    '',
    ...(picture && pictures ? [`![${title}: what changed](${pictures}/${name}.svg)`, ''] : []),
    ...(changes.length > 0 ? ['| | What | Change |', '| --- | --- | --- |'] : []),
    ...changes.map(
      ({ kind, what, id, details }) =>
        `| ${changeLooks[kind].mark} ${kind} | ${what} \`${cell(id)}\` | ${cell(details.join('; '))} |`,
    ),
    '',
  ];
}

/** @param pictures address of the folder with the pictures; without it the text names their files */
export function diffMarkdown(
  since: string,
  diffs: readonly FlowDiff[],
  pictures?: string,
  repeats: Repeats = { repeat: [], all: 0 },
): string {
  const sections = diffs.flatMap((diff) => section(diff, pictures));
  const lines = [
    `## Flows: what changed since ${since}`,
    '',
    ...(sections.length > 0 ? sections : repeats.repeat.length > 0 ? [] : ['Nothing.']),
  ];
  return `${[lines.join('\n').trimEnd(), ...repeatLines(repeats)].join('\n')}\n`;
}
