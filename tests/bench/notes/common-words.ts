/**
 * Writes `reading/common-words.ts`: the words that tables say without a capital, from the sessions that `npm run bench:notes` does not report. By hand:
 * npm run fit:words [-- --folder DIR].
 */
import { writeFileSync } from 'node:fs';
import { isMadeOf } from '#server/engines/notes/reading/capitals.ts';
import { wordsOf } from '#server/engines/notes/reading/text.ts';
import { readSession, reported } from './episodes.ts';
import { readOptions } from './options.ts';

/** Of the sessions: what fewer say may be a name that somebody wrote small. */
const LEAST_SESSIONS = 8;
const LINE = 140;
const FILE = new URL('../../../src/server/engines/notes/reading/common-words.ts', import.meta.url);

const options = readOptions();
const heldOut = new Set([...reported(options.folder), ...options.episodes]);
const lower = new Map<string, number>();
const upper = new Map<string, number>();
const sessionsWith = new Map<string, number>();
const add = (counts: Map<string, number>, word: string) => counts.set(word, (counts.get(word) ?? 0) + 1);
for (const [episode, file] of options.sessions) {
  if (heldOut.has(episode)) continue;
  const said = new Set<string>();
  for (const { text } of readSession(file).turns)
    for (const { raw, lower: word, joined, afterComma } of wordsOf(text)) {
      if (!/^[a-z]{3,}$/.test(word)) continue;
      if (raw === word) {
        add(lower, word);
        said.add(word);
      } else if (joined || afterComma) add(upper, word);
    }
  for (const word of said) add(sessionsWith, word);
}
const kept = new Set<string>();
const common = [...sessionsWith].flatMap(([word, sessions]) =>
  sessions >= LEAST_SESSIONS && (lower.get(word) ?? 0) >= (upper.get(word) ?? 0) ? word : [],
);
for (const word of common.sort((a, b) => a.length - b.length)) if (!isMadeOf(kept, word)) kept.add(word);
const lines: string[] = [];
for (const word of [...kept].sort()) {
  const line = lines.at(-1);
  if (line === undefined || line.length + word.length >= LINE) lines.push(word);
  else lines[lines.length - 1] = `${line} ${word}`;
}
writeFileSync(
  FILE,
  `import { list } from './vocabulary.ts';

/**
 * English words that tables say, without those made of others: what is none of them may be a name. Written by \`npm run fit:words\` from how often CRD3
 * (R. Rameshkumar and P. Bailey, ACL 2020, CC BY-SA 4.0) has a word in lower case; under the same license.
 */
export const COMMON_WORDS = list(\`
${lines.join('\n')}\`);
`,
);
console.error(`${kept.size} words`);
