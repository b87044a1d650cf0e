import type { FileSession } from '#contract/notes-file.ts';
import {
  type DiscordLine,
  discordLines,
  finished,
  rendered,
  unrendered,
  type Word,
  withWord,
} from './discord-lines.ts';
import { dayInWords, headingOf, type NotesDocument, oneLine, readableSections } from './document.ts';

/** Without Nitro. */
export const mostMessageCharacters = 2000;

/** Never cuts a word or markup in two. */
export const discordMessages = (document: NotesDocument): string[] =>
  document.sessions.flatMap((session) => sessionMessages(session, document));

export function* renderDiscord(document: NotesDocument): Generator<string> {
  let number = 0;
  for (const session of document.sessions)
    for (const message of sessionMessages(session, document)) {
      number += 1;
      yield `${number === 1 ? '' : '\n'}——— Message ${number} ———\n\n${message}\n`;
    }
}

const sessionMessages = (session: FileSession, document: NotesDocument): string[] =>
  messagesOf([
    ...titleLine('# ', oneLine(session.title)),
    ...(session.playedAt === null ? [] : discordLines(`*Played on ${dayInWords(session.playedAt)}*`)),
    ...readableSections(session, document).flatMap((section) => [
      ...titleLine('## ', headingOf(section)),
      ...discordLines(section.body),
    ]),
  ]);

const titleLine = (first: string, title: string): DiscordLine[] =>
  discordLines(title.replace(/[\\`*_[\]<>~|#+.!()-]/g, '\\$&')).map((line) => ({
    ...line,
    first,
    isHeading: true,
  }));

function messagesOf(lines: readonly DiscordLine[]): string[] {
  const messages: string[] = [];
  let message = '';
  const send = () => {
    if (message.trim() !== '') messages.push(message);
    message = '';
  };
  for (const [index, line] of lines.entries()) {
    const text = line.first + rendered(line.words);
    const next = lines[index + 1];
    const follower =
      line.isHeading && next ? Math.min(400, next.first.length + rendered(next.words).length) + 2 : 0;
    if (message.length + 2 + text.length + follower > mostMessageCharacters) send();
    if (text.length <= mostMessageCharacters) {
      message += message === '' ? text : `${line.isApart ? '\n\n' : '\n'}${text}`;
      continue;
    }
    const parts = splitLine(line);
    messages.push(...parts.slice(0, -1));
    message = parts.at(-1) ?? '';
  }
  send();
  return messages;
}

const endsSentence = /[.!?…][”’"'»)\]]*$/u;

/** After the last whole sentence, unless that leaves the message less than half full. */
function sentenceEnd(words: readonly Word[]): number {
  const isEnd = (at: number) =>
    endsSentence.test(words[at - 1]?.text ?? '') && words[at]?.isApart === true && words[at]?.isCut !== true;
  const whole = words.map((_, at) => at).findLast((at) => at > words.length / 2 && isEnd(at));
  return whole ?? words.length;
}

/** A cluster that is longer than a message is cut between its words. */
function splitLine({ first, rest, words }: DiscordLine): string[] {
  const parts: string[] = [];
  let prefix = first;
  let taken = unrendered;
  let held: Word[] = [];
  const take = (some: readonly Word[]): boolean => {
    const longer = some.reduce(withWord, taken);
    const isTooLong = prefix.length + finished(longer).length > mostMessageCharacters;
    if (isTooLong && taken.text !== '') return false;
    taken = longer;
    held.push(...some);
    return true;
  };
  const next = () => {
    const end = sentenceEnd(held);
    parts.push(prefix + rendered(held.slice(0, end)));
    prefix = rest;
    held = held.slice(end);
    taken = held.reduce(withWord, unrendered);
  };
  for (const cluster of clustersOf(words)) {
    if (prefix.length + rendered(cluster).length > mostMessageCharacters) {
      for (const word of cluster) while (!take([word])) next();
    } else {
      while (!take(cluster)) next();
    }
  }
  return [...parts, prefix + finished(taken)];
}

function clustersOf(words: readonly Word[]): Word[][] {
  const clusters: Word[][] = [];
  for (const word of words) {
    const last = clusters.at(-1);
    if (last === undefined || word.isApart || word.isCut) clusters.push([word]);
    else last.push(word);
  }
  return clusters;
}
