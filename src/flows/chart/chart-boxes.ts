import type { AnyStateNode } from 'xstate';
import { type ChartTransition, isWithin } from '../transitions.ts';
import { sentence, words, wrap } from '../words.ts';
import { anywhereTitle, startsAnywhere } from './chart-anywhere.ts';
import type { Collapsed } from './chart-collapse.ts';
import { textWidth } from './chart-text.ts';
import {
  actionWords,
  conditionWords,
  kindOf,
  listedActions,
  type TransitionKind,
  whenWords,
} from './chart-words.ts';

export type Icon = TransitionKind | 'runs' | 'loop';

export interface BoxRow {
  icon?: Icon;
  text: string;
  style: 'title' | 'description' | 'detail' | 'tags';
  transition?: string;
}

export const titleSize = 15;
export const textSize = 12;
export const rowHeight = 17;
export const titleHeight = 22;
export const boxPadding = 10;
export const iconWidth = 17;
const descriptionWidth = 34;
const detailWidth = 34;

function detail(icon: Icon, text: string, transition?: string): BoxRow[] {
  return wrap(text, detailWidth).map((line, index) => ({
    ...(index === 0 ? { icon } : {}),
    ...(transition === undefined ? {} : { transition }),
    text: line,
    style: 'detail' as const,
  }));
}

export function transitionSentence(transition: ChartTransition): string {
  const does = actionWords(transition.actions);
  const target = transition.targets.map(({ key }) => sentence(key)).join(' and ');
  const when = [whenWords(transition), conditionWords(transition)].filter(Boolean).join(', ');
  const goes = transition.targets.length > 0 && !transition.targets.includes(transition.source);
  return `${when}${goes ? ` → ${target}` : ''}${does ? ` (does: ${does})` : ''}`;
}

export interface ArrowLimits {
  branches: number;
  branchesAnywhere: number;
  incoming: number;
  drawsSuccess: boolean;
}

export const arrowLimits: readonly ArrowLimits[] = [
  { branches: 3, branchesAnywhere: 6, incoming: 3, drawsSuccess: true },
  { branches: 3, branchesAnywhere: 6, incoming: 2, drawsSuccess: true },
  { branches: 2, branchesAnywhere: 6, incoming: 1, drawsSuccess: true },
  { branches: 2, branchesAnywhere: 3, incoming: 1, drawsSuccess: false },
];

/** Those within it, branches of a wide choice, and those to a state with very many incoming ones. */
export function writtenInside(
  transitions: readonly ChartTransition[],
  limits: ArrowLimits,
  collapsed: Collapsed,
): Set<ChartTransition> {
  const written = new Set(
    transitions.filter((transition) => {
      const { source, targets, count, index, guard } = transition;
      return startsAnywhere(transition, collapsed)
        ? targets.length === 0 || count > limits.branchesAnywhere
        : targets.every((target) => isWithin(target, source)) ||
            (count > limits.branches && (index < count - 1 || guard !== undefined));
    }),
  );
  const arrowsTo = new Map<AnyStateNode, ChartTransition[]>();
  for (const transition of transitions.filter((one) => !written.has(one))) {
    for (const target of transition.targets) {
      arrowsTo.set(target, [...(arrowsTo.get(target) ?? []), transition]);
    }
  }
  for (const arrows of arrowsTo.values()) {
    const successful = arrows.filter((transition) => kindOf(transition) === 'success');
    const [first = arrows[0]] = successful;
    for (const transition of arrows.length > limits.incoming ? arrows : []) {
      const isDrawn = limits.drawsSuccess && successful.includes(transition);
      if (!isDrawn && transition !== first) {
        written.add(transition);
      }
    }
  }
  return new Set(transitions.filter((transition) => written.has(transition)));
}

function reachedFrom(
  node: AnyStateNode,
  written: ReadonlySet<ChartTransition>,
  collapsed: Collapsed,
): string {
  const sources = [...written].filter(
    (transition) =>
      transition.targets.includes(node) &&
      (startsAnywhere(transition, collapsed) || !isWithin(node, transition.source)),
  );
  const name = (transition: ChartTransition) => {
    const { source } = transition;
    return startsAnywhere(transition, collapsed)
      ? anywhereTitle(source).toLowerCase()
      : words(source.path.find((key, depth) => key !== node.path[depth]) ?? source.key);
  };
  return [...new Set(sources.map(name))].join(', ');
}

function writtenRows(transitions: readonly ChartTransition[], collapsed: Collapsed): BoxRow[] {
  return transitions.flatMap((transition) => {
    const kind = kindOf(transition);
    const { source, targets } = transition;
    const staysInside =
      targets.length === 0 ||
      (!startsAnywhere(transition, collapsed) && targets.every((target) => isWithin(target, source)));
    const icon = kind === 'plain' && staysInside ? 'loop' : kind;
    return detail(icon, transitionSentence(transition), transition.id);
  });
}

export function anywhereRows(
  group: AnyStateNode,
  written: ReadonlySet<ChartTransition>,
  collapsed: Collapsed,
): BoxRow[] {
  return [
    { text: anywhereTitle(group), style: 'title' },
    { text: 'This can happen in any state.', style: 'description' },
    ...writtenRows(
      [...written].filter((one) => one.source === group && startsAnywhere(one, collapsed)),
      collapsed,
    ),
  ];
}

export function boxRows(
  node: AnyStateNode,
  written: ReadonlySet<ChartTransition>,
  collapsed: Collapsed,
): BoxRow[] {
  const entry = listedActions(node.entry);
  const exit = listedActions(node.exit);
  const from = reachedFrom(node, written, collapsed);
  return [
    { text: sentence(node.key), style: 'title' },
    ...wrap(node.description ?? '', descriptionWidth).map((text) => ({
      text,
      style: 'description' as const,
    })),
    ...node.invoke.flatMap((invoked) => detail('runs', `runs: ${words(String(invoked.src))}`)),
    ...(entry ? detail('automatic', `on entry: ${entry}`) : []),
    ...(exit ? detail('automatic', `on exit: ${exit}`) : []),
    ...writtenRows(
      [...written].filter((one) => one.source === node && !startsAnywhere(one, collapsed)),
      collapsed,
    ),
    ...wrap(from ? `from: ${from}` : '', descriptionWidth).map((text) => ({ text, style: 'tags' as const })),
    ...(node.tags.length > 0 ? [{ text: node.tags.join(' · '), style: 'tags' as const }] : []),
  ];
}

/** In pixels, with padding. */
export function rowsSize(rows: readonly BoxRow[]): { width: number; height: number } {
  const widths = rows.map(({ text, style }) =>
    style === 'title'
      ? textWidth(text, titleSize, true)
      : textWidth(text, textSize) + (style === 'detail' ? iconWidth : 0),
  );
  const heights = rows.map(({ style }) => (style === 'title' ? titleHeight : rowHeight));
  return {
    width: Math.max(90, ...widths) + 2 * boxPadding,
    height: heights.reduce((sum, height) => sum + height, 0) + 2 * boxPadding,
  };
}

/** In pixels. */
export function labelSize(lines: readonly string[]): { width: number; height: number } {
  return {
    width: Math.max(...lines.map((line) => textWidth(line, textSize))) + iconWidth + 8,
    height: lines.length * (rowHeight - 2) + 6,
  };
}
