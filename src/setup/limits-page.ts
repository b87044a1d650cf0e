import { errorCatalogue } from '#contract/errors.ts';
import { refusalWords, textLimits } from '#contract/text-limits.ts';

/** docs/limits.md */
export function limitsPage(): string {
  const rows = Object.entries(textLimits).map(([name, limit]) => {
    const answer = limit.code === null ? '–' : `${errorCatalogue[limit.code].status} \`${limit.code}\``;
    return `| \`${name}\` | ${String(limit.most).replace(/\B(?=(\d{3})+$)/g, ',')} | ${answer} | ${refusalWords(limit)} |`;
  });
  return `# Limits of texts

Generated from \`src/contract/text-limits.ts\` by \`npm run generated\`. They are checked before a text is parsed. Notes are read and
written in threads ([decision 100](decisions/100-notes-in-threads.md)); the limits of transcripts are in
\`src/server/engines/transcripts/limits.ts\`.

| limit | most | beyond it | what it says |
|---|---|---|---|
${rows.join('\n')}
`;
}
