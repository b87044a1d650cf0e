import { analyseFlow, type FlowAnalysis } from '#flows/analysis.ts';
import type { ModelGraph, ModelNode } from '#flows/graph.ts';
import { catalogue } from '#machines/index.ts';
import fc from '#tests/support/property.ts';

const compared = ['feedback', 'account-deletion', 'checkout'];
const longest = 60;
/** One takes some milliseconds. */
const rounds = 50;

interface Walked {
  node: ModelNode;
}

/** A command for each event of the machine. */
function commandsOf({ nodes }: ModelGraph, taken: Set<string>) {
  const keys = new Set(nodes.flatMap(({ edges }) => edges.map(({ event }) => event.key)));
  const edgeOf = ({ node }: Walked, key: string) => node.edges.find(({ event }) => event.key === key);
  return [...keys].map((key) =>
    fc.constant<fc.Command<Walked, Walked>>({
      check: (at) => edgeOf(at, key) !== undefined,
      run: (at) => {
        const { to, state } = edgeOf(at, key)!;
        at.node = to;
        for (const { id } of state.trace.taken) taken.add(id);
      },
      toString: () => key,
    }),
  );
}

/**
 * Over a graph that was made before, so that none of our code is in the time.
 * @returns the share of transitions that it took with ten times as many commands, at random, as our paths have steps
 */
function walkAtRandom({ graph, counts: { steps, transitions } }: FlowAnalysis): number {
  const { starts } = graph;
  const taken = new Set<string>();
  const commands = commandsOf(graph, taken);
  for (const [index, { node }] of starts.entries()) {
    const numRuns = Math.ceil(steps / longest / starts.length) * 10;
    const property = fc.property(fc.commands(commands, { maxCommands: longest, size: 'max' }), (walk) => {
      fc.modelRun(() => ({ model: { node }, real: { node } }), walk);
    });
    fc.assert(property, { numRuns, seed: 7 + index });
  }
  return taken.size / transitions;
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
  const ours = flows.map((flow) => secondsOf(() => analyseFlow(flow)));
  const theirs = ours.map(({ value }) =>
    secondsOf(() => Array.from({ length: rounds }, () => walkAtRandom(value))),
  );
  const sum = (list: readonly { seconds: number }[]) => list.reduce((all, { seconds }) => all + seconds, 0);
  const shares = ours.map(({ value: { counts: value } }) =>
    Math.floor((100 * value.transitionsTaken) / value.transitions),
  );
  const peerSeconds = sum(theirs) / rounds;
  return {
    peerSeconds,
    ratio: peerSeconds / sum(ours),
    words: `${compared.join(', ')}: ours take ${shares.join(', ')} % of the transitions, ten times as many random steps over the graphs made before ${theirs
      .map(({ value: [share = 0] }) => Math.floor(100 * share))
      .join(', ')} %`,
  };
}
