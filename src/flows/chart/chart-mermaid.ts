import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { present } from '../present.ts';
import { childrenOf, childStates, initialTargets } from '../state-nodes.ts';
import { allTransitions, type ChartTransition, isWithin } from '../transitions.ts';
import { sentence } from '../words.ts';
import { anywhereTitle, startsAnywhere } from './chart-anywhere.ts';
import { actionWords, conditionWords, whenWords } from './chart-words.ts';

function mermaidId(node: AnyStateNode): string {
  return node.path.join('_');
}

function anywhereMermaidId(group: AnyStateNode): string {
  return ['any', ...group.path].join('_');
}

/** Mermaid ends a text at these characters. */
function safe(text: string): string {
  return text
    .replace(/[:;#"{}<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Mermaid only connects states of one block. */
function commonScope(source: AnyStateNode, target: AnyStateNode): AnyStateNode {
  let scope = source.parent ?? source;
  while (scope.parent && !(isWithin(target, scope) && target !== scope)) {
    scope = scope.parent;
  }
  return scope;
}

function childTowards(scope: AnyStateNode, node: AnyStateNode): AnyStateNode {
  const key = node.path[scope.path.length] ?? '';
  return present(childStates(scope)[key], `state ${key} in ${scope.id}`);
}

function arrowText(
  transition: ChartTransition,
  from: AnyStateNode,
  to: AnyStateNode,
  target: AnyStateNode,
): string {
  const does = actionWords(transition.actions);
  return safe(
    [
      from === transition.source ? '' : `from ${sentence(transition.source.key)},`,
      [whenWords(transition), conditionWords(transition)].filter(Boolean).join(', '),
      to === target ? '' : `to ${sentence(target.key)}`,
      does ? `(${does})` : '',
    ]
      .filter(Boolean)
      .join(' '),
  );
}

export function chartMermaid(machine: AnyStateMachine): string {
  const all = allTransitions(machine);
  const none = new Set<string>();
  const anywhere = all.filter((one) => startsAnywhere(one, none));
  const transitions = all.filter((one) => !startsAnywhere(one, none));
  const lines = ['stateDiagram-v2'];

  const block = (scope: AnyStateNode, indent: string): void => {
    if (scope.type === 'compound') {
      lines.push(
        `${indent}[*] --> ${mermaidId(present(initialTargets(scope)[0], `initial state of ${scope.id}`))}`,
      );
    }
    for (const [index, child] of childrenOf(scope).entries()) {
      if (scope.type === 'parallel' && index > 0) {
        lines.push(`${indent}--`);
      }
      const hasChildren = child.type === 'compound' || child.type === 'parallel';
      lines.push(
        `${indent}state "${safe(sentence(child.key))}" as ${mermaidId(child)}${hasChildren ? ' {' : ''}`,
      );
      if (hasChildren) {
        block(child, `${indent}  `);
        lines.push(`${indent}}`);
      }
      if (child.type === 'final') {
        lines.push(`${indent}${mermaidId(child)} --> [*]`);
      }
    }
    const own = anywhere.filter(({ source }) => source === scope);
    if (own.length > 0) {
      lines.push(`${indent}state "${anywhereTitle(scope)}" as ${anywhereMermaidId(scope)}`);
    }
    for (const transition of own) {
      for (const target of transition.targets) {
        const to = childTowards(scope, target);
        lines.push(
          `${indent}${anywhereMermaidId(scope)} --> ${mermaidId(to)} : ${arrowText(transition, scope, to, target)}`,
        );
      }
      if (transition.targets.length === 0) {
        const id = anywhereMermaidId(scope);
        lines.push(`${indent}${id} --> ${id} : ${arrowText(transition, scope, scope, scope)}`);
      }
    }
    for (const transition of transitions) {
      for (const target of transition.targets.length > 0 ? transition.targets : [transition.source]) {
        if (commonScope(transition.source, target) === scope) {
          const from = childTowards(scope, transition.source);
          const to = childTowards(scope, target);
          const text = arrowText(transition, from, to, target);
          const arrow = `${mermaidId(from)} --> ${mermaidId(to)} : ${text}`;
          // Mermaid cannot draw an arrow from a compound state to itself.
          const isDrawable = from !== to || Object.keys(from.states).length === 0;
          lines.push(`${indent}${isDrawable ? '' : '%% '}${arrow}`);
        }
      }
    }
  };
  block(machine.root, '  ');
  return lines.join('\n');
}
