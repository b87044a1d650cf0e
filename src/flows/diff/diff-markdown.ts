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
  gone: readonly string[];
}

function scriptLines({ repeat, all, gone }: Repeats): string[] {
  const lists = [
    [`to repeat: ${repeat.length} of ${all}`, repeat],
    [`that are gone: ${gone.length}`, gone],
  ] as const;
  return lists.flatMap(([title, scripts]) =>
    scripts.length === 0 ? [] : ['', `### Scripts ${title}`, '', ...scripts.map((script) => `- ${script}`)],
  );
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
  repeats: Repeats = { repeat: [], all: 0, gone: [] },
): string {
  const sections = diffs.flatMap((diff) => section(diff, pictures));
  const scripts = scriptLines(repeats);
  const lines = [
    `## Flows: what changed since ${since}`,
    '',
    ...(sections.length + scripts.length > 0 ? sections : ['Nothing.']),
  ];
  return `${[lines.join('\n').trimEnd(), ...scripts].join('\n')}\n`;
}
