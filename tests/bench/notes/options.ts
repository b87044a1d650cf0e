import { parseArgs } from 'node:util';
import { sessionsOf, usualCorpus } from './episodes.ts';

export function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      engine: { type: 'string', default: 'highlights' },
      folder: { type: 'string', default: usualCorpus },
      count: { type: 'string', default: '150' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string', default: '.judge' },
      verdicts: { type: 'string', multiple: true, default: [] },
      terminal: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      judge: { type: 'string', default: 'unnamed' },
    },
  });
  const sessions = sessionsOf(values.folder);
  if (sessions.size === 0 && values.verdicts.length === 0) {
    console.log(
      `Skipped: ${values.folder} has no sessions. Name a folder of the corpus' shape with --folder.`,
    );
    process.exit(0);
  }
  return { ...values, sessions, episodes: positionals };
}
