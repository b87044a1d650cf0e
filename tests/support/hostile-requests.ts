import { readFileSync } from 'node:fs';

export function promisedAnswers(section: string): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('../../docs/hostile-requests.md', import.meta.url), 'utf8');
  const found = text.split(/^## /m).find((part) => part.startsWith(`${section}\n`));
  if (found === undefined) throw new Error(`docs/hostile-requests.md has no section ${section}.`);
  return new Map(
    found
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| Case') && !line.startsWith('| ---'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, name, answer]) => [name!, answer!.replaceAll('`', '')] as const),
  );
}
