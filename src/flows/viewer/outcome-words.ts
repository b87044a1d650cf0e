import type { AnyStateNode } from 'xstate';
import type { Flow } from '../flow.ts';
import { recordOf } from '../stable-json.ts';
import { sentence, words } from '../words.ts';

function messageOf(error: unknown): string {
  const { message } = recordOf(error);
  return typeof message === 'string' ? `: “${message}”` : '';
}

export function outcomesIn(flow: Flow, node: AnyStateNode): string[] {
  return node.invoke.flatMap(({ src }) => {
    const actor = String(src);
    return (flow.outcomes[actor] ?? []).map((outcome) => {
      const message = outcome.type === 'error' ? messageOf(outcome.error) : '';
      return `${sentence(words(actor))}: ${outcome.name}${message}`;
    });
  });
}
