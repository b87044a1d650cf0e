import { parseArgs } from 'node:util';
import { sessionsOf, usualCorpus } from './episodes.ts';

const OPTIONS = {
  engine: { type: 'string', default: 'highlights' },
  folder: { type: 'string', default: usualCorpus },
  count: { type: 'string', default: '150' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: '.judge' },
  verdicts: { type: 'string', multiple: true, default: [] as string[] },
  terminal: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  judge: { type: 'string', default: 'unnamed' },
} as const;

export function readOptions() {
  const { values, positionals } = parsed();
  const sessions = sessionsOf(values.folder);
  const [count, seed] = [Number(values.count), Number(values.seed)];
  if (!Number.isInteger(count) || count < 1)
    refuse(`--count is "${values.count}", not a number of statements`);
  if (!Number.isInteger(seed)) refuse(`--seed is "${values.seed}", not a whole number`);
  if (sessions.size === 0 && values.verdicts.length === 0) {
    console.log(
      `Skipped: ${values.folder} has no sessions. Name a folder of the corpus' shape with --folder.`,
    );
    process.exit(0);
  }
  const unknown = positionals.find((name) => !sessions.has(name));
  if (unknown !== undefined) refuse(`"${values.folder}" has no session ${unknown}`);
  return { ...values, count, seed, sessions, episodes: positionals };
}

const parsed = () => {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (error) {
    return refuse((error as Error).message.split(/[.\n]/)[0] ?? '');
  }
};

/** Ends the program with one line. */
export function refuse(message: string): never {
  const known = Object.entries(OPTIONS).map(
    ([name, { type }]) => `--${name}${type === 'string' ? ' …' : ''}`,
  );
  console.error(`${message}. Options: ${known.join(', ')}; then names of sessions.`);
  process.exit(2);
}
