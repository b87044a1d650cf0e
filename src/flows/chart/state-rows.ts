import type { AnyStateNode } from 'xstate';
import { present } from '../present.ts';
import { type ChartTransition, isWithin, stateId } from '../transitions.ts';
import { sentence, words } from '../words.ts';
import { actionWords, conditionWords, kindOf, listedActions, whenWords } from './chart-words.ts';
import { type Icon, iconWidth, type Look, type Row } from './story-shapes.ts';

/** A row that has no place yet. */
export type Said = Omit<Row, 'y' | 'transitions' | 'targets'> & Partial<Pick<Row, 'transitions' | 'targets'>>;

export const ownTitle = ({ key }: AnyStateNode) => sentence(key);

function targetWords({ source, targets }: ChartTransition, titleOf = ownTitle): string {
  const names = targets
    .filter((target) => target !== source)
    .map((target) => {
      const shared = target.path.findIndex((key, depth) => key !== source.path[depth]);
      const around = target.path.slice(Math.max(0, shared), -1).map(sentence);
      return [...around, titleOf(target)].join(' › ');
    });
  return names.length > 0 ? ` → ${names.join(' and ')}` : '';
}

/** `when done, if paid → Done`. */
export function transitionSentence(transition: ChartTransition): string {
  const when = [whenWords(transition), conditionWords(transition)].filter(Boolean).join(', ');
  return `${when}${targetWords(transition)}`;
}

function stubIcon(transition: ChartTransition): Icon {
  const { source, targets } = transition;
  const kind = kindOf(transition);
  return kind === 'plain' && targets.every((target) => target === source) ? 'loop' : kind;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;
}

/** Events that lead to the same state share a line; of a choice only the first says when. @param placeOf where it begins, if not clear */
export function stubsOf(
  transitions: readonly ChartTransition[],
  { hasDetails, titleOf, moves }: Look,
  placeOf = (_: ChartTransition) => '',
): Said[] {
  const alike = new Map<string, ChartTransition[]>();
  for (const one of transitions) {
    const isAlone = one.count === 1 && one.guard === undefined && one.trigger.kind === 'event';
    const key = isAlone
      ? [
          kindOf(one),
          targetWords(one, titleOf),
          placeOf(one),
          hasDetails ? actionWords(one.actions) : '',
          moves?.(one),
        ].join('\n')
      : one.id;
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  let last = '';
  return [...alike.values()].flatMap((group): Said[] => {
    const first = present(group[0], 'transition of a stub');
    const when = listed([...new Set(group.map(whenWords))]);
    const choice = first.count > 1 ? `${stateId(first.source)} ${when}` : '';
    const isNext = choice !== '' && choice === last;
    last = choice;
    const condition = conditionWords(first);
    const place = placeOf(first);
    const start = place === '' ? when : `${when} in ${place}`;
    const said = isNext ? condition : [start, condition].filter(Boolean).join(first.count > 1 ? ': ' : ', ');
    const does = hasDetails ? actionWords(first.actions) : '';
    const ids = group.map(({ id }) => id);
    return [
      {
        style: 'stub',
        text: `${said}${targetWords(first, titleOf)}`,
        icon: stubIcon(first),
        ...(moves?.(first) ? { hasCoin: true } : {}),
        transitions: ids,
        targets: first.targets.filter((target) => target !== first.source).map(stateId),
        indent: isNext ? 2 * iconWidth : iconWidth,
      },
      ...(does
        ? [{ style: 'detail' as const, text: `does: ${does}`, transitions: ids, indent: 2 * iconWidth }]
        : []),
    ];
  });
}

const ownEvent = ({ trigger }: ChartTransition) => (trigger.kind === 'event' ? trigger.type : undefined);

/** The ways out that a state has from those around it, a row for each of them; the nearer goes first. */
export function inheritedBy(
  node: AnyStateNode,
  bySource: ReadonlyMap<AnyStateNode, readonly ChartTransition[]>,
  { titleOf = ownTitle }: Look,
): Said[] {
  const answered = new Set<string | undefined>();
  const answers = (one: AnyStateNode) => {
    for (const own of bySource.get(one) ?? []) if (own.guard === undefined) answered.add(ownEvent(own));
    answered.delete(undefined);
  };
  const rows: Said[] = [];
  answers(node);
  for (let around = node.parent; around?.parent; around = around.parent) {
    const ways = (bySource.get(around) ?? []).filter(
      (one) =>
        one.trigger.kind !== 'stateDone' &&
        one.targets.some((target) => !isWithin(target, node)) &&
        !answered.has(ownEvent(one)),
    );
    answers(around);
    const byGoal = new Map<string, Set<string>>();
    for (const way of ways) {
      const goal = targetWords({ ...way, source: node }, titleOf);
      byGoal.set(goal, (byGoal.get(goal) ?? new Set()).add(whenWords(way)));
    }
    const byWhen = new Map<string, string>();
    for (const [goal, whens] of byGoal) {
      const when = listed([...whens]);
      const known = byWhen.get(when);
      byWhen.set(when, known === undefined ? goal : `${known} or ${goal.replace(' → ', '')}`);
    }
    const said = [...byWhen].map(([when, goal]) => `${when}${goal}`);
    if (said.length > 0) {
      rows.push({
        style: 'inherited',
        text: `from ${titleOf(around)}: ${said.join('; ')}`,
        transitions: ways.map(({ id }) => id),
        targets: [...new Set(ways.flatMap(({ targets }) => targets.map(stateId)))],
        indent: iconWidth,
      });
    }
  }
  return rows;
}

export function detailsOf(node: AnyStateNode): Said[] {
  const entry = listedActions(node.entry);
  const exit = listedActions(node.exit);
  const said = (text: string, icon?: Icon): Said => ({
    style: 'detail',
    text,
    indent: icon ? iconWidth : 0,
    ...(icon ? { icon } : {}),
  });
  return [
    ...node.invoke.map(({ src }) => said(`runs: ${words(String(src))}`, 'runs')),
    ...(entry ? [said(`on entry: ${entry}`, 'automatic')] : []),
    ...(exit ? [said(`on exit: ${exit}`, 'automatic')] : []),
    ...(node.tags.length > 0 ? [said(node.tags.join(' · '))] : []),
  ];
}
