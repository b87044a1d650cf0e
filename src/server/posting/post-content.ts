import { createHash } from 'node:crypto';
import { mostPostMessages, type WebhookKind } from '#contract/posting.ts';
import { discordMessages, mostMessageCharacters } from '#server/exports/formats/discord.ts';
import { type NotesDocument, readableSections } from '#server/exports/formats/document.ts';
import { renderJson } from '#server/exports/formats/json.ts';
import type { WebhookRow } from '#server/platform/database/tables/posting.ts';
import { Refusal } from '#server/platform/refusal.ts';

const mostCharacters: Readonly<Record<WebhookKind, number>> = {
  discord: mostPostMessages * mostMessageCharacters,
  web: 2_000_000,
};

export interface PostContent {
  messages: string[];
  version: string;
}

/** Without questions to the game master. @throws Refusal notesTooLongToPost */
export function contentFor(webhook: Pick<WebhookRow, 'id' | 'kind'>, document: NotesDocument): PostContent {
  const shown: NotesDocument = {
    ...document,
    sessions: document.sessions.map((session) => ({
      ...session,
      sections: session.sections.filter(({ key }) => key !== 'toConfirm'),
    })),
  };
  const characters = shown.sessions
    .flatMap(({ sections }) => sections)
    .reduce((sum, { body }) => sum + body.length, 0);
  if (characters > mostCharacters[webhook.kind]) throw new Refusal('notesTooLongToPost');
  const isEmpty = shown.sessions.every((session) => readableSections(session, shown).length === 0);
  const messages = isEmpty ? [] : webhook.kind === 'discord' ? discordMessages(shown) : [renderJson(shown)];
  if (messages.length > mostPostMessages) throw new Refusal('notesTooLongToPost');
  const version = createHash('sha256')
    .update(JSON.stringify([webhook.id, messages]))
    .digest('hex')
    .slice(0, 32);
  return { messages, version };
}
