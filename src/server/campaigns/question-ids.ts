import { createHash } from 'node:crypto';
import type { AskedQuestion } from '#contract/check-questions.ts';
import { isLasting, keyOf } from '#contract/labels.ts';

/** Without names, so that a corrected name does not change the id. */
const NAMES = /\p{Lu}[\p{L}\p{M}\p{N}'’-]*/gu;

function essence(sessionId: string, { kind, about }: AskedQuestion): string[] {
  const keys = about.map(keyOf);
  const [first = ''] = about;
  if (kind === 'cast') return [kind, isLasting(first) ? '' : sessionId, ...keys];
  if (kind === 'name') return [kind, ...keys.sort()];
  if (kind === 'nameKind') return [kind, ...keys];
  return [kind, sessionId, keyOf(first.replace(NAMES, '').replace(/\s+/gu, ' '))];
}

/** The same in every session to which the same answer applies. */
export const questionIdOf = (sessionId: string, asked: AskedQuestion): string =>
  createHash('sha256')
    .update(JSON.stringify(essence(sessionId, asked)))
    .digest('hex')
    .slice(0, 32);
