import type { z } from 'zod';

const fieldNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    title: 'The title',
    description: 'The description',
    system: 'The game system',
    setting: 'The setting',
    genre: 'The genre',
    language: 'The language',
    instructions: 'The instructions',
    style: 'The style',
    character: 'The character',
    recapStyles: 'The list of recap styles',
    playedAt: 'The date',
    sections: 'The list of sections',
    body: 'The text',
    comment: 'The comment',
    categories: 'The list of categories',
    fileName: 'The file name',
    sizeBytes: 'The file size',
    detailLevel: 'The level of detail',
    quantity: 'The amount of credits',
    tier: 'The subscription',
    theme: 'The theme',
  }),
);

function nameOf(path: readonly PropertyKey[] | undefined): string {
  const names = path?.map((part) => fieldNames.get(String(part)));
  return names?.findLast((name) => name !== undefined) ?? 'One of the fields';
}

const count = (number: number | bigint, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${Number(number) === 1 ? one : many}`;

/** For `safeParse(value, { error: wordsOfIssue })`. A schema's own messages take precedence. */
export function wordsOfIssue(issue: z.core.$ZodRawIssue): string {
  const name = nameOf(issue.path);
  if (issue.code === 'too_small') {
    const { origin, minimum } = issue;
    if (origin === 'string' && Number(minimum) === 1) return `${name} cannot be empty.`;
    if (origin === 'string') return `${name} needs at least ${count(minimum, 'character', 'characters')}.`;
    if (origin === 'array') return `${name} needs at least ${count(minimum, 'entry', 'entries')}.`;
    return `${name} is too small.`;
  }
  if (issue.code === 'too_big') {
    const { origin, maximum } = issue;
    if (origin === 'string') {
      return `${name} is too long. It can have ${count(maximum, 'character', 'characters')} at most.`;
    }
    if (origin === 'array') return `${name} can have ${count(maximum, 'entry', 'entries')} at most.`;
    return `${name} is too large.`;
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${name} is missing.`;
  return `${name} cannot have this value.`;
}
