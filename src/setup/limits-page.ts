import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import { refusalWords, textLimits } from '#contract/text-limits.ts';
import { transcriptRefusals } from '#server/engines/transcripts/errors.ts';
import { grouped, transcriptLimits } from '#server/engines/transcripts/limits.ts';
import { lists } from './lists.ts';

/** docs/limits.md */
export function limitsPage(): string {
  const row = (name: string, most: number, code: ErrorCode | null, words: string) => {
    const answer = code === null ? '–' : `${errorCatalogue[code].status} \`${code}\``;
    return `| \`${name}\` | ${grouped(most)} | ${answer} | ${words} |`;
  };
  const rows = [
    ...Object.entries(textLimits).map(([name, limit]) =>
      row(name, limit.most, limit.code, refusalWords(limit)),
    ),
    ...transcriptRefusals().map(({ of, most, words }) =>
      row(`transcript ${of}`, most, 'transcriptTooLarge', words),
    ),
    row(
      'transcript seconds',
      transcriptLimits.seconds,
      'transcriptUnreadable',
      `We could not read this transcript: reading it took longer than ${transcriptLimits.seconds} seconds. Split it into smaller files.`,
    ),
  ];
  return `# Limits of texts

Generated from \`src/contract/text-limits.ts\`, and of transcripts from \`src/server/engines/transcripts/limits.ts\`, by \`npm run generated\`. They are checked before a text is parsed. Notes are read and
written in threads ([decision 034](decisions/034-work-in-threads.md)). “–”: what is beyond is not refused.

\`jobSeconds\`, and the seconds of a transcript, are processor time of the job's thread, so that a busy computer refuses no honest file; a job that takes ten times as long in all is refused,
too. Where the system does not count a thread's time (all but Linux) they are time passed.

| limit | most | beyond it | what it says |
|---|---|---|---|
${rows.join('\n')}

# Lists

What bounds each call that answers with a list (\`src/setup/lists.ts\`; \`tests/server/http/lists.test.ts\` finds those that are missing).

| call | at most |
|---|---|
${Object.entries(lists)
  .map(([path, most]) => `| \`${path}\` | ${most} |`)
  .join('\n')}
`;
}
