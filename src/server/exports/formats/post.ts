import type { WebhookKind } from '#contract/posting.ts';
import { mostPostMessages } from '#contract/posting.ts';
import { discordMessages, mostMessageCharacters } from './discord.ts';
import { type NotesDocument, readableSections } from './document.ts';
import { renderJson } from './json.ts';

const mostCharacters: Readonly<Record<WebhookKind, number>> = {
  discord: mostPostMessages * mostMessageCharacters,
  web: 2_000_000,
};

/** Without questions to the game master. Null if they are too long to post. */
export function postMessages(kind: WebhookKind, document: NotesDocument): string[] | null {
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
  if (characters > mostCharacters[kind]) return null;
  const isEmpty = shown.sessions.every((session) => readableSections(session, shown).length === 0);
  const messages = isEmpty ? [] : kind === 'discord' ? discordMessages(shown) : [renderJson(shown)];
  return messages.length > mostPostMessages ? null : messages;
}
