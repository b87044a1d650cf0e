import type { NotesExports } from '#server/exports/notes-exports.ts';
import { digestOf } from '#server/platform/digest.ts';
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
  return { messages, version: digestOf(JSON.stringify([webhook.id, messages])) };
}
