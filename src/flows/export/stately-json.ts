import type { AnyStateMachine } from 'xstate';
import { logicName } from '../inert/actor-kinds.ts';
import { isRecord, recordOf } from '../stable-json.ts';
import { actionName, guardName } from '../transitions.ts';

const actionOf = (action: unknown) => (typeof action === 'function' ? { type: actionName(action) } : action);

/** Guards, actions and actors by the names that charts have for them. */
function withoutCode(this: unknown, key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(actionOf);
  if (key === 'src' && isRecord(value) && 'transition' in value) return recordOf(this).id ?? logicName(value);
  if (typeof value !== 'function') return value;
  return key === 'guard'
    ? guardName(value)
    : ['entry', 'exit', 'actions'].includes(key)
      ? actionOf(value)
      : undefined;
}

/** The machine as Stately Studio imports it. Data that code computes (`context`, `input`, `output`, `params`) has no place there. */
export const statelyJson = ({ config }: AnyStateMachine): string =>
  `${JSON.stringify(config, withoutCode, 2)}\n`;
