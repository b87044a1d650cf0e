import type { WebhookKind } from '#contract/posting.ts';
import { mostPostMessages } from '#contract/posting.ts';
import { discordMessages, mostMessageCharacters } from './discord.ts';
import { type NotesDocument, readableSections } from './document.ts';
import { renderJson } from './json.ts';

const mostCharacters: Readonly<Record<WebhookKind, number>> = {
  discord: mostPostMessages * mostMessageCharacters,
  web: 2_000_000,
};

/** Null if they are too long to post. */
export function postMessages(kind: WebhookKind, document: NotesDocument): string[] | null {
  const { sessions } = document;
  const characters = sessions
    .flatMap(({ sections }) => sections)
    .reduce((sum, { body }) => sum + body.length, 0);
  if (characters > mostCharacters[kind]) return null;
  const isEmpty = sessions.every((session) => readableSections(session, document).length === 0);
  const messages = isEmpty ? [] : kind === 'discord' ? discordMessages(document) : [renderJson(document)];
  return messages.length > mostPostMessages ? null : messages;
}
