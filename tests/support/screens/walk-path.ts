import type { AnyMachineSnapshot } from 'xstate';
import { activeNodes } from '#flows/selection.ts';
import type { ModelEvent, ModelState } from '#flows/timed-model.ts';
import type { ModelPath } from '#flows/tour.ts';
import { stateId } from '#flows/transitions.ts';
import {
  type Control,
  type FlowScreen,
  type Gesture,
  isGesture,
  type Look,
  type NotOffered,
  type Question,
  type Sight,
  type Stage,
} from './screen.ts';

type UserEvent = Extract<ModelEvent, { type: 'user' }>;

export interface Walk {
  taken: readonly string[];
  made: readonly string[];
  excused: readonly NotOffered[];
  problems: readonly string[];
}

export const isIn = (snapshot: AnyMachineSnapshot, path: string) =>
  path === '' || activeNodes(snapshot).some((node) => stateId(node) === `${node.machine.id}.${path}`);

const controlText = ({ role, name }: Control) => `the ${role} "${String(name)}"`;

const sightText = ({ role, text, busy }: Sight) =>
  `${role ? `the ${role} ` : ''}"${String(text)}"${busy === undefined ? '' : busy ? ', busy' : ', not busy'}`;

export const keyOf = (screen: FlowScreen, { event, name }: Pick<UserEvent, 'event' | 'name'>) => {
  const ofCase = `${event.type}: ${name}`;
  return ofCase in screen.gestures ? ofCase : event.type;
};

export const controlOf = (gesture: Gesture, event: UserEvent['event'], { machine }: ModelState) =>
  typeof gesture.control === 'function' ? gesture.control(event as never, machine) : gesture.control;

export function excuseFor(
  screen: FlowScreen,
  event: UserEvent['event'],
  { machine }: ModelState,
): NotOffered | undefined {
  return screen.notOffered?.find(
    (each) =>
      each.event === event.type &&
      isIn(machine, each.in) &&
      (each.when === undefined || each.when(machine, event as never)),
  );
}

interface Expected {
  question: Question;
  holds: boolean;
  problem: string;
}

export function promisedIn(screen: FlowScreen, { machine }: ModelState): Expected[] {
  return screen.promises
    .filter((promised) => isIn(machine, promised.in))
    .flatMap((promised) => [
      ...(promised.sees?.(machine) ?? []).map((sight) => ({
        question: { sees: sight },
        holds: true,
        problem: `${promised.in} does not show ${sightText(sight)}`,
      })),
      ...(promised.doesNotSee ?? []).map((sight) => ({
        question: { sees: sight },
        holds: false,
        problem: `${promised.in} shows ${sightText(sight)}`,
      })),
    ]);
}

type Case = Pick<UserEvent, 'event' | 'name'>;

const isTaken = (event: UserEvent['event'], { machine }: ModelState) =>
  machine.status === 'active' && machine.can(event as never);

function offeredIn(screen: FlowScreen, cases: readonly Case[], state: ModelState): Expected[] {
  return cases.flatMap(({ event, name }) => {
    const way = screen.gestures[keyOf(screen, { event, name })];
    if (!way || !isGesture(way) || excuseFor(screen, event, state)) return [];
    const control = controlOf(way, event, state);
    const legal = isTaken(event, state);
    const problem = legal
      ? `${event.type} (${name}) would be taken, but ${controlText(control)} is not offered`
      : `${event.type} (${name}) would not be taken, but ${controlText(control)} is offered`;
    return [{ question: { offers: control }, holds: legal, problem }];
  });
}

/**
 * Checks the transitions, the page and the offered gestures after every step. @param cases every user event
 */
export async function walkPath(
  path: ModelPath,
  cases: readonly Case[],
  screen: FlowScreen,
  stage: Stage,
): Promise<Walk> {
  const { driver } = stage;
  const taken: string[] = [];
  const problems: string[] = [];
  const made = new Set<string>();
  const excused = new Set<NotOffered>();

  const perform = async (event: ModelEvent, before: ModelState): Promise<void> => {
    if (event.type === 'actor') return stage.answer(event.id, event.outcome);
    if (event.type === 'wait') {
      if (event.milliseconds > 1) {
        await stage.wait(event.milliseconds - 1);
        const early = await stage.taken();
        if (early.length > 0) problems.push(`took ${early.join(', ')} one millisecond early`);
      }
      return stage.wait(Math.min(event.milliseconds, 1));
    }
    const key = keyOf(screen, event);
    const way = screen.gestures[key];
    if (!way) {
      problems.push('has neither a gesture nor a reason for having none');
      return;
    }
    if (!isGesture(way)) return stage.send(event.event);
    const excuse = excuseFor(screen, event.event, before);
    if (excuse) {
      excused.add(excuse);
      return stage.send(event.event);
    }
    // The previous step has checked what the page offers.
    if (!isTaken(event.event, before)) return stage.send(event.event);
    made.add(key);
    return way.perform
      ? way.perform(driver, event.event as never, before.machine)
      : driver.click(controlOf(way, event.event, before));
  };

  const check = async (state: ModelState): Promise<void> => {
    const looksFor = [...promisedIn(screen, state), ...offeredIn(screen, cases, state)];
    const look: Look = {
      questions: looksFor.map(({ question }) => question),
      expected: looksFor.map(({ holds }) => holds),
    };
    const both = screen.bringIntoView === undefined ? await stage.takenAndSeen?.(look) : undefined;
    const now = both?.taken ?? (await stage.taken());
    taken.push(...now);
    const expected = state.trace.taken.map(({ id }) => id);
    if (now.join('\n') !== expected.join('\n')) {
      problems.push(`took ${now.join(', ') || 'nothing'} instead of ${expected.join(', ') || 'nothing'}`);
      return;
    }
    await screen.bringIntoView?.(driver, state.machine);
    const found = both?.found ?? (await driver.look(look));
    problems.push(
      ...looksFor.flatMap(({ holds, problem }, index) => (found[index] === holds ? [] : problem)),
    );
  };

  const named = (step: number, key: string) => problems.map((problem) => `step ${step} (${key}): ${problem}`);

  const walked = (found: readonly string[]): Walk => ({
    taken,
    made: [...made],
    excused: [...excused],
    problems: found,
  });

  await check(path.start.state);
  if (problems.length > 0) return walked(named(0, path.start.scenario));
  let before = path.start.state;
  for (const [index, { event, state }] of path.edges.entries()) {
    await perform(event, before);
    await check(state);
    if (problems.length > 0) return walked(named(index + 1, event.key));
    before = state;
  }
  return walked([]);
}

export function unusedIn(screen: FlowScreen, walks: readonly Walk[]): string[] {
  const made = new Set(walks.flatMap((walk) => walk.made));
  const excused = new Set(walks.flatMap((walk) => walk.excused));
  return [
    ...Object.entries(screen.gestures)
      .filter(([key, way]) => isGesture(way) && !made.has(key))
      .map(([key]) => `the gesture of ${key} was never made`),
    ...(screen.notOffered ?? [])
      .filter((excuse) => !excused.has(excuse))
      .map((excuse) => `the excuse for ${excuse.event} in ${excuse.in} was never needed`),
  ];
}
