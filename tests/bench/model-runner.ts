import { type AnyActorRef, createActor, SimulatedClock } from 'xstate';
import { analyseFlow, type FlowAnalysis } from '#flows/analysis.ts';
import { inertMachine } from '#flows/inert/inert-machine.ts';
import { act } from '#flows/replay.ts';
import { childActor } from '#flows/state-nodes.ts';
import type { ModelEvent } from '#flows/timed-model.ts';
import { catalogue } from '#machines/index.ts';
import fc from '#tests/support/property.ts';

const compared = ['feedback', 'account-deletion', 'checkout'];
const longest = 60;
/** Of the peer, whose one walk takes too little CPU to be measured. */
const walks = 48;

interface Walked {
  actor: AnyActorRef;
  clock: SimulatedClock;
}

function isPossible(actor: AnyActorRef, event: ModelEvent): boolean {
  const snapshot = actor.getSnapshot();
  if (snapshot.status !== 'active') return false;
  if (event.type === 'user') return snapshot.can(event.event);
  return event.type === 'wait' || childActor(snapshot, event.id)?.getSnapshot().status === 'active';
}

/**
 * Sends an XState actor of the flow as many events at random as our paths have steps. Nobody looks at what it does.
 * @param firstSeed a walk takes one seed or more from here
 * @returns the share of transitions that it took
 */
function walkAtRandom({ flow, graph, counts }: FlowAnalysis, firstSeed: number): number {
  const { machine } = inertMachine(flow.machine);
  const events = new Map(
    graph.nodes.flatMap(({ edges }) => edges.map(({ event }) => [event.key, event] as const)),
  );
  const taken = new Set<unknown>();
  let sent = 0;
  const commands = [...events].map(([key, event]) =>
    fc.constant<fc.Command<Walked, Walked>>({
      check: ({ actor }) => isPossible(actor, event),
      run: ({ actor, clock }) => {
        sent += 1;
        if (event.type === 'wait') clock.increment(event.milliseconds);
        else act(actor, event);
      },
      toString: () => key,
    }),
  );
  const begin = (input: unknown): Walked => {
    const clock = new SimulatedClock();
    const actor = createActor(machine, {
      input,
      clock,
      inspect: (inspected) => {
        if (inspected.type !== '@xstate.microstep') return;
        for (const transition of inspected._transitions) taken.add(transition);
      },
    });
    actor.subscribe({ error: () => {} });
    return { actor: actor.start(), clock };
  };
  for (let seed = firstSeed; sent < counts.steps; seed += 1) {
    const { input } = graph.starts[seed % graph.starts.length]!;
    const property = fc.property(fc.commands(commands, { maxCommands: longest, size: 'max' }), (walk) => {
      const walked = begin(input);
      fc.modelRun(() => ({ model: walked, real: walked }), walk);
      walked.actor.stop();
    });
    fc.assert(property, { numRuns: 1, seed });
  }
  return taken.size / counts.transitions;
}

function secondsOf<Value>(work: () => Value): { seconds: number; value: Value } {
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  return { seconds: (user + system) / 1_000_000, value };
}

/**
 * Against fast-check's model runner, which sends XState's actors as many events, on the same three machines. Its time and its
 * shares of transitions are means of 48 walks with different seeds, about a second together. Its first walk alone, which V8 has not compiled yet, takes about a third
 * longer.
 */
export function besideModelRunner(): { peerSeconds: number; ratio: number; words: string } {
  const flows = catalogue.filter(({ name }) => compared.includes(name));
  const ours = flows.map((flow) => secondsOf(() => analyseFlow(flow)));
  const theirs = ours.map(({ value: analysis }) => {
    const { seconds, value } = secondsOf(() =>
      Array.from({ length: walks }, (_, walk) => walkAtRandom(analysis, walk * 1000)),
    );
    return { seconds: seconds / walks, share: value.reduce((sum, share) => sum + share) / walks };
  });
  const sum = (list: readonly { seconds: number }[]) => list.reduce((all, { seconds }) => all + seconds, 0);
  const shares = ours.map(({ value: { counts: value } }) =>
    Math.floor((100 * value.transitionsTaken) / value.transitions),
  );
  return {
    peerSeconds: sum(theirs),
    ratio: sum(ours) / sum(theirs),
    words: `${compared.join(', ')}: ours take ${shares.join(', ')} % of the transitions, as many events at random ${theirs
      .map(({ share }) => Math.floor(100 * share))
      .join(', ')} %; ${sum(ours).toFixed(2)} s to ${sum(theirs).toFixed(3)} s`,
  };
}
