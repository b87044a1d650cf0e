import { createHash } from 'node:crypto';
import type { NotesExports } from '#server/exports/notes-exports.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { WebhookRow } from './tables.ts';

export interface PostContent {
  messages: string[];
  version: string;
}

/** @throws Refusal notesTooLongToPost, notesTooComplex */
export async function contentFor(
  webhook: Pick<WebhookRow, 'id' | 'kind'>,
  exports: Pick<NotesExports, 'postMessages'>,
  of: { userId: string; sessionId: string },
): Promise<PostContent> {
  const messages = await exports.postMessages(of.userId, of.sessionId, webhook.kind);
  if (messages === null) throw new Refusal('notesTooLongToPost');
  const version = createHash('sha256')
    .update(JSON.stringify([webhook.id, messages]))
    .digest('hex')
    .slice(0, 32);
  return { messages, version };
}
