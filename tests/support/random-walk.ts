import { leafIds } from '#flows/export/step-words.ts';
import { present } from '#flows/present.ts';
import type { ReportStep } from '#flows/report.ts';
import { recordOf } from '#flows/stable-json.ts';
import type { ModelEvent, ModelState, TimedModel } from '#flows/timed-model.ts';

const leaves = (state: ModelState) => leafIds(state).map((id) => id.slice(id.indexOf('.') + 1));

function nameOf(event: ModelEvent): string {
  if (event.type === 'user') return event.event.type;
  if (event.type === 'wait') return 'xstate.after.any';
  const { outcome } = event;
  return outcome.type === 'emits' ? outcome.event.type : `xstate.${outcome.type}.actor.${event.id}`;
}

/** The same fractions for the same seed. */
function fractions(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
}

/** What feedback would report of one actor that did what the machine allows, and which case each step was. */
export function randomWalk(
  model: TimedModel,
  seed: number,
  length: number,
): { step: ReportStep; key: string }[] {
  const { machine, scenarios } = model.flow;
  const draw = fractions(seed);
  const any = <One>(list: readonly One[]) => present(list[Math.floor(draw() * list.length)], 'one of them');
  const own = { flow: machine.id, actor: 'x:1', times: 1 };
  let state = model.start(any(scenarios).input);
  const start: ReportStep = { ...own, event: 'xstate.init', from: [], to: leaves(state) };
  const steps = [{ step: start, key: 'start' }];
  for (let count = 0; count < length && model.eventsIn(state).length > 0; count += 1) {
    const event = any(model.eventsIn(state));
    const next = model.next(state, event);
    const failure = event.type === 'actor' && event.outcome.type === 'error' ? event.outcome.error : {};
    const { code } = recordOf(failure);
    // Feedback names no time that passes without a transition.
    if (event.type !== 'wait' || next.trace.taken.length > 0)
      steps.push({
        key: event.key,
        step: {
          ...own,
          event: nameOf(event).replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, '*'),
          from: leaves(state),
          to: leaves(next),
          ...(typeof code === 'string' ? { code } : {}),
        },
      });
    state = next;
  }
  return steps;
}
