import { spawn } from 'node:child_process';
import process from 'node:process';
import { analyseFlow, type FlowAnalysis, type FlowCounts } from '#flows/analysis.ts';
import { leafIds } from '#flows/export/step-words.ts';
import { inferFlow } from '#flows/infer.ts';
import { probes as features, type Probe } from './probes.ts';
import { styles } from './styles.ts';

/**
 * `npm run flows:probe`: asks the flow tool about each feature of XState, and about machines of other styles, in a process of
 * its own, and says whether its answer is the expected one.
 */

const probes: readonly Probe[] = [...features, ...styles];
/** Seconds of the processor, so that a busy computer decides nothing. */
const longest = 60;
const atOnce = 2;
const print = (line: string) => process.stdout.write(`${line}\n`);

/** @returns what is wrong with the answer */
function wrongWith({ machine, states, transitions, problems = [] }: Probe, analysis: FlowAnalysis): string[] {
  const { graph, counts, problems: said } = analysis;
  const seen = graph.nodes.map(({ state }) =>
    leafIds(state)
      .map((id) => id.slice(machine.id.length + 1))
      .join(' + '),
  );
  const reached = [...new Set(seen)].toSorted();
  const expected = states.toSorted();
  return [
    ...(JSON.stringify(reached) === JSON.stringify(expected)
      ? []
      : [`states: ${reached.join(', ')}; expected: ${expected.join(', ')}`]),
    ...(counts.transitions === transitions ? [] : [`${counts.transitions} transitions, not ${transitions}`]),
    ...said
      .filter((line) => !problems.some((one) => one.test(line)))
      .map((line) => `a problem that is none: ${line}`),
    ...problems.filter((one) => !said.some((line) => one.test(line))).map((one) => `no problem like ${one}`),
  ];
}

const fullMark = 'in full without glue';

/** Everything in the chart is taken, with the data that the tool guesses and without any details. */
const isFull = ({ transitionsTaken, transitions, guardsBothWays, guards }: FlowCounts) =>
  transitionsTaken === transitions && guardsBothWays === guards;

interface Answer {
  wrong: string;
  isFull: boolean;
}

function asked(index: number): Promise<Answer> {
  return new Promise((resolve) => {
    const limited = `ulimit -t ${longest}; exec "$0" "$@"`;
    const args = ['--max-old-space-size=1500', '--import', 'tsx', import.meta.filename, String(index)];
    const child = spawn('sh', ['-c', limited, process.execPath, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        said += String(text);
      });
    }
    child.on('close', (code, signal) => {
      const lines = said.trim().split('\n');
      const why = lines
        .filter((line) => line !== fullMark)
        .slice(0, 6)
        .join('\n   ');
      resolve({
        wrong: code === 0 ? '' : why || `ended by ${signal ?? code}`,
        isFull: lines.includes(fullMark),
      });
    });
  });
}

async function askAll(): Promise<number> {
  const answers: Answer[] = [];
  let next = 0;
  const work = async () => {
    while (next < probes.length) {
      const index = next;
      next += 1;
      answers[index] = await asked(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const width = Math.max(...probes.map(({ feature }) => feature.length));
  for (const [index, { feature }] of probes.entries()) {
    const wrong = answers[index]?.wrong ?? 'not asked';
    print(`${feature.padEnd(width)}  ${wrong === '' ? 'right' : `WRONG\n   ${wrong}`}`);
  }
  const right = answers.filter(({ wrong }) => wrong === '').length;
  print(`${right} of ${probes.length} right`);
  const full = answers.slice(features.length).filter(({ isFull }) => isFull).length;
  print(`Machines of other styles in full without glue: ${full} of ${styles.length}`);
  return right === probes.length ? 0 : 1;
}

const probe = probes[Number(process.argv[2] ?? -1)];
if (probe) {
  const { machine, glue } = probe;
  const analysis = analyseFlow(inferFlow(machine, glue));
  const wrong = wrongWith(probe, analysis);
  const plain = glue === undefined ? analysis : analyseFlow(inferFlow(machine));
  if (isFull(plain.counts)) print(fullMark);
  for (const line of wrong) print(line);
  process.exit(wrong.length > 0 ? 1 : 0);
}
process.exit(await askAll());
