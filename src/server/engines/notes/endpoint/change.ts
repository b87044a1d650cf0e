import { proposalLimits } from '#contract/proposals.ts';
import { placeOfSentence, sentencesOf } from '#contract/sentences.ts';
import { breath } from '#server/platform/breath.ts';
import { isEnglish, primaryTag } from '../../english-words.ts';
import type { ChangeRequest, NotesChanges } from '../port.ts';
import { addressesModel } from './addressed.ts';
import { AnswerFailed } from './chat.ts';
import { harmless } from './chunks.ts';
import type { Connection } from './connect.ts';
import { filled, houseOfNotes } from './prompts.ts';
import { type Person, personIn, pronounChanges } from './pronouns.ts';
import { Changed, SHAPES } from './schema.ts';
import { batchesOf, estimatedTokens } from './transport.ts';

/** A model that reads little at once would need an hour for long notes. */
const MOST_CALLS = 12;
/** Half of an answer is JSON, and it may repeat all that it reads. */
const SHARE_OF_ANSWER = 0.4;

interface Shown {
  /** Of the section, from 1. */
  number: number;
  at: number;
  text: string;
}

interface Context {
  signal: AbortSignal;
  progress(fraction: number): void;
}

/** What a model would change in notes as the user asks, without what fixing its names everywhere does, too. A call that fails leaves its part as it is. @throws AnswerFailed if all fail */
export async function changeNotes(
  { instruction, language, sections }: ChangeRequest,
  { chat, budget }: Connection,
  { signal, progress }: Context,
): Promise<NotesChanges> {
  const room = Math.min(budget.materialTokens * 0.8, budget.answerTokens * SHARE_OF_ANSWER);
  const shown = sections.flatMap(({ items }, at) =>
    items.flatMap((item, index): Shown[] => {
      const text = harmless(item);
      return text === '' || addressesModel(text) ? [] : [{ number: at + 1, at: index, text }];
    }),
  );
  const batches = batchesOf(shown, ({ text }) => estimatedTokens(text) + 4, room);
  const made: NotesChanges = { changes: [], dropped: 0, unread: 0, fixes: [], unclear: 0 };
  const proposed = new Map<Shown, string>();
  const people = new Map<string, Person>();
  let asksMore = false;
  let failure: AnswerFailed | null = null;
  let answered = 0;
  let calls = 0;
  while (calls < MOST_CALLS) {
    const batch = batches.shift();
    if (batch === undefined) break;
    calls += 1;
    try {
      const answer = await chat.ask({
        name: 'change',
        system: houseOfNotes(language),
        user: filled('change', {
          instruction: harmless(instruction),
          notes: textOf(batch, (number) => harmless(sections[number - 1]?.title ?? '')),
          shape: SHAPES.change,
        }),
        schema: Changed,
        signal,
        used: () => {},
      });
      answered += 1;
      const { changes, dropped } = matched(batch, answer.changes);
      for (const [item, text] of changes) proposed.set(item, text);
      made.dropped += dropped;
      asksMore ||= answer.more;
      for (const person of answer.pronouns)
        if (shown.some(({ text }) => text.includes(person.name))) people.set(person.name, person);
      for (const fix of answer.fixes)
        if (fix.wrong !== fix.right && shown.some(({ text }) => text.includes(fix.wrong)))
          made.fixes.push(fix);
    } catch (error) {
      if (!(error instanceof AnswerFailed)) throw error;
      failure = error;
      const half = Math.ceil(batch.length / 2);
      if (error.why === 'tooMuch' && batch.length > 1)
        batches.unshift(batch.slice(0, half), batch.slice(half));
    }
    progress(calls / Math.min(MOST_CALLS, calls + batches.length));
  }
  made.unread = new Set(batches.flatMap((batch) => batch.map(({ number }) => number))).size;
  if (answered === 0 && failure !== null) throw failure;
  const named = personIn(instruction);
  const isPronounsOnly = named !== null || (people.size > 0 && !asksMore);
  if (named !== null) people.set(named.name, named);
  const fixed = (text: string) =>
    made.fixes.reduce((words, { wrong, right }) => words.replaceAll(wrong, right), text);
  const originals = shown.map((item) => sections[item.number - 1]?.items[item.at] ?? '');
  const isReadable = language ? primaryTag(language) === 'en' : isEnglish(originals) !== false;
  const called = people.size > 0 && isReadable ? [...people.values()] : [];
  const changes = new Map<number, Map<string, string>>();
  for (const [at, item] of shown.entries()) {
    const text = originals[at] ?? '';
    if (called.length === 0 || text.length > proposalLimits.text) continue;
    for (const person of called) {
      const read = pronounChanges(person, { text, proposed: proposed.get(item) ?? null });
      made.unclear += read.unclear;
      for (const change of read.changes)
        changes.set(at, (changes.get(at) ?? new Map<string, string>()).set(change.sentence, change.text));
    }
    // Notes may be long, and others wait.
    await breath();
  }
  for (const [at, item] of shown.entries()) {
    const place = { section: item.number - 1, item: item.at };
    const original = originals[at] ?? '';
    const sentences =
      changes.get(at) ??
      (called.length > 0 && isPronounsOnly
        ? []
        : sentencesChanged(original, proposed.get(item) ?? item.text));
    for (const [sentence, text] of sentences)
      if (text !== fixed(harmless(sentence)))
        made.changes.push({ ...place, quote: sentence === original ? null : sentence, text });
  }
  return {
    ...made,
    fixes: made.fixes.filter(({ wrong }, at) => made.fixes.findIndex((each) => each.wrong === wrong) === at),
  };
}

/** One by one, if each still says much the same; else all of them as one. */
function sentencesChanged(original: string, text: string): [sentence: string, text: string][] {
  if (text === harmless(original)) return [];
  const [before, after] = [sentencesOf(original), sentencesOf(text)];
  const pairs = before.map((sentence, at): [string, string] => [sentence, after[at] ?? '']);
  const changed = pairs.filter(([sentence, words]) => words !== harmless(sentence));
  const isOneByOne =
    before.length === after.length &&
    changed.every(
      ([sentence, words]) => placeOfSentence(original, sentence) !== null && isAlike(sentence, words),
    );
  return isOneByOne && before.length > 1 ? changed : [[original, text]];
}

function isAlike(one: string, other: string): boolean {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return 2 * [...words].filter((word) => others.has(word)).length >= Math.max(words.size, others.size);
}

function textOf(batch: readonly Shown[], titleOf: (number: number) => string): string {
  let last = 0;
  return batch
    .flatMap(({ number, text }) => {
      const head = number === last ? [] : [`s${number}: ${titleOf(number)}`];
      last = number;
      return [...head, text];
    })
    .join('\n');
}

/** Several changes of one text are one; what is not there word for word is dropped. */
function matched(
  batch: readonly Shown[],
  proposed: Changed['changes'],
): { changes: Map<Shown, string>; dropped: number } {
  const after = new Map<Shown, string>();
  let dropped = 0;
  for (const { section, before, after: words } of proposed) {
    const old = harmless(before);
    const item = batch.find(
      (each) => section.includes(each.number) && (after.get(each) ?? each.text).includes(old),
    );
    if (item === undefined) {
      dropped += 1;
      continue;
    }
    const present = after.get(item) ?? item.text;
    after.set(item, harmless(present.replace(old, () => harmless(words))));
  }
  for (const [item, text] of after) {
    if (text !== '' && text !== item.text) continue;
    dropped += 1;
    after.delete(item);
  }
  return { changes: after, dropped };
}
