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

/** One line of text in a box, with a mark before it. */
export interface BoxRow {
  icon?: Icon;
  text: string;
  style: 'title' | 'description' | 'detail' | 'tags';
  /** Id of the transition that the line tells of. */
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

/** What stands before the first line of a detail stands before its other lines as empty space. */
function detail(icon: Icon, text: string, transition?: string): BoxRow[] {
  return wrap(text, detailWidth).map((line, index) => ({
    ...(index === 0 ? { icon } : {}),
    ...(transition === undefined ? {} : { transition }),
    text: line,
    style: 'detail' as const,
  }));
}

/** A transition in one line: when and if → where, and what it does besides. */
export function transitionSentence(transition: ChartTransition): string {
  const does = actionWords(transition.actions);
  const target = transition.targets.map(({ key }) => sentence(key)).join(' and ');
  const when = [whenWords(transition), conditionWords(transition)].filter(Boolean).join(', ');
  const goes = transition.targets.length > 0 && !transition.targets.includes(transition.source);
  return `${when}${goes ? ` → ${target}` : ''}${does ? ` (does: ${does})` : ''}`;
}

/** How many arrows a chart bears before it becomes a thicket. */
export interface ArrowLimits {
  /** Branches of one choice that are drawn. */
  branches: number;
  /** The same of a choice that may be made in any state. */
  branchesAnywhere: number;
  /** Arrows to one state that are drawn; those beyond it stand as text where they start. */
  incoming: number;
  /** Whether successful transitions are drawn all the same. */
  drawsSuccess: boolean;
}

/** From the fullest drawing to the sparsest. */
export const arrowLimits: readonly ArrowLimits[] = [
  { branches: 3, branchesAnywhere: 6, incoming: 3, drawsSuccess: true },
  { branches: 3, branchesAnywhere: 6, incoming: 2, drawsSuccess: true },
  { branches: 2, branchesAnywhere: 6, incoming: 1, drawsSuccess: true },
  { branches: 2, branchesAnywhere: 3, incoming: 1, drawsSuccess: false },
];

/**
 * The transitions that are written inside the box of their source instead of drawn as an arrow: those that do
 * not leave it, the branches of a wide choice, and those to a state that very many lead to.
 */
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
      // One arrow always stays, so that no state floats alone.
      if (!isDrawn && transition !== first) {
        written.add(transition);
      }
    }
  }
  return new Set(transitions.filter((transition) => written.has(transition)));
}

/** Where the written transitions to a state come from, since no arrow shows it. */
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

/** The written transitions, one after the other. */
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

/** The rows of the box that stands for all states of a group. */
export function anywhereRows(
  group: AnyStateNode,
  written: ReadonlySet<ChartTransition>,
  collapsed: Collapsed,
): BoxRow[] {
  return [
    { text: anywhereTitle(group), style: 'title' },
    { text: 'Whatever is going on, this can happen.', style: 'description' },
    ...writtenRows(
      [...written].filter((one) => one.source === group && startsAnywhere(one, collapsed)),
      collapsed,
    ),
  ];
}

/** The rows of a state's box: title, description, what it runs and does, what happens inside it, its tags. */
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

/** @returns width and height in pixels that the rows take, padding included */
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

/** @returns width and height in pixels that the lines of a label take */
export function labelSize(lines: readonly string[]): { width: number; height: number } {
  return {
    width: Math.max(...lines.map((line) => textWidth(line, textSize))) + iconWidth + 8,
    height: lines.length * (rowHeight - 2) + 6,
  };
}
