import { type AnyActorRef, type InspectionEvent, isMachineSnapshot } from 'xstate';
import type { FlowStep } from '#contract/feedback.ts';

/** As many as the server accepts; its schema would weigh more than this file. */
export const keptSteps = 50;

const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const named = /^[\w.:*() -]{1,160}$/;
const codeForm = /^[A-Za-z]{1,60}$/;

/** Of a record's or a user's id nothing is kept. */
const nameOf = (text: string) => text.replace(ids, '*');

function leaves(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return [path === '' ? value : `${path}.${value}`];
  const parts = Object.entries(value ?? {});
  if (parts.length === 0) return path === '' ? [] : [path];
  return parts.flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

function codeOf(event: object): string | undefined {
  const error: unknown = 'error' in event ? event.error : undefined;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && codeForm.test(code) ? code : undefined;
}

/** Remembers the last steps of the flows that it inspects: types of events and names of states, no text. */
export function createStepRecord(onStep?: (step: FlowStep) => void) {
  const steps: FlowStep[] = [];
  const states = new WeakMap<AnyActorRef, string[]>();
  const begun = new WeakMap<AnyActorRef, FlowStep>();
  /** Those that a component makes count their actors from the beginning each. */
  const names = new WeakMap<AnyActorRef, string>();
  let count = 0;
  return {
    inspect(inspected: InspectionEvent): void {
      if (inspected.type !== '@xstate.snapshot' || !isMachineSnapshot(inspected.snapshot)) return;
      const { actorRef: ref, event, snapshot } = inspected;
      // biome-ignore lint/plugin: what has a machine's snapshot is an actor.
      const actor = ref as AnyActorRef;
      const from = states.get(actor) ?? [];
      const to = leaves(snapshot.value);
      const name = names.get(actor) ?? `x:${count++}`;
      names.set(actor, name);
      states.set(actor, to);
      const code = codeOf(event);
      const step: FlowStep = {
        flow: snapshot.machine.id,
        actor: name,
        event: nameOf(event.type),
        from,
        to,
        ...(code === undefined ? {} : { code }),
        times: 1,
      };
      if (to.length === 0 || ![step.flow, step.event, ...from, ...to].every((name) => named.test(name)))
        return;
      onStep?.(step);
      // Flows begin by the dozen as they load, which would push out what the user did.
      if (event.type === 'xstate.init') {
        begun.set(actor, step);
        return;
      }
      const first = begun.get(actor);
      if (first) steps.push(first);
      begun.delete(actor);
      const last = steps.at(-1);
      if (last && JSON.stringify({ ...last, times: 1 }) === JSON.stringify(step)) {
        steps.splice(-1, 1, { ...last, times: Math.min(99_999, last.times + 1) });
      } else {
        steps.push(step);
        steps.splice(0, steps.length - keptSteps);
      }
    },
    steps: (): readonly FlowStep[] => [...steps],
  };
}
