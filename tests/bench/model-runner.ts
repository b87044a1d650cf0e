import { analyseFlow } from '#flows/analysis.ts';
import type { Flow } from '#flows/flow.ts';
import { type ModelState, TimedModel } from '#flows/timed-model.ts';
import { catalogue } from '#machines/index.ts';
import fc from '#tests/support/property.ts';

const compared = ['feedback', 'account-deletion', 'checkout'];
const longest = 60;

interface Walked {
  state: ModelState;
}

/** What a user of fast-check's model runner would write: a command for each event of the machine. */
function commandsOf(flow: Flow, model: TimedModel, taken: Set<string>) {
  const { graph } = analyseFlow(flow);
  const keys = new Set(graph.nodes.flatMap(({ edges }) => edges.map(({ event }) => event.key)));
  const eventOf = ({ state }: Walked, key: string) => model.eventsIn(state).find((one) => one.key === key);
  return [...keys].map((key) =>
    fc.constant<fc.Command<Walked, Walked>>({
      check: (at) => eventOf(at, key) !== undefined,
      run: (at) => {
        at.state = model.next(at.state, eventOf(at, key)!);
        for (const { id } of at.state.trace.taken) taken.add(id);
      },
      toString: () => key,
    }),
  );
}

/** As many commands as our paths have steps, at random. @returns the share of transitions that it took */
function walkAtRandom(flow: Flow, steps: number): number {
  const model = new TimedModel(flow);
  const taken = new Set<string>();
  const commands = commandsOf(flow, model, taken);
  for (const [index, { input }] of flow.scenarios.entries()) {
    const numRuns = Math.ceil(steps / longest / flow.scenarios.length) * 10;
    const property = fc.property(fc.commands(commands, { maxCommands: longest, size: 'max' }), (walk) => {
      fc.modelRun(
        () => ({ model: { state: model.start(input) }, real: { state: model.start(input) } }),
        walk,
      );
    });
    fc.assert(property, { numRuns, seed: 7 + index });
  }
  return taken.size / model.transitions.length;
}

function secondsOf<Value>(work: () => Value): { seconds: number; value: Value } {
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  return { seconds: (user + system) / 1_000_000, value };
}

/** Against fast-check's model runner with ten times our steps, on the same three machines. */
export function besideModelRunner(): { peerSeconds: number; ratio: number; words: string } {
  const flows = catalogue.filter(({ name }) => compared.includes(name));
  const ours = flows.map((flow) => secondsOf(() => analyseFlow(flow).counts));
  const theirs = flows.map((flow, index) => secondsOf(() => walkAtRandom(flow, ours[index]!.value.steps)));
  const sum = (list: readonly { seconds: number }[]) => list.reduce((all, { seconds }) => all + seconds, 0);
  const shares = ours.map(({ value }) => Math.floor((100 * value.transitionsTaken) / value.transitions));
  return {
    peerSeconds: sum(theirs),
    ratio: sum(theirs) / sum(ours),
    words: `${compared.join(', ')}: ours take ${shares.join(', ')} % of the transitions, ten times as many random steps ${theirs
      .map(({ value }) => Math.floor(100 * value))
      .join(', ')} %`,
  };
}
