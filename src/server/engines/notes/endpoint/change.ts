import type { ChangeRequest, NotesChanges } from '../port.ts';
import { addressesModel } from './addressed.ts';
import { AnswerFailed } from './chat.ts';
import { harmless } from './chunks.ts';
import type { Connection } from './connect.ts';
import { filled } from './prompts.ts';
import { Changed, SHAPES } from './schema.ts';
import { estimatedTokens } from './transport.ts';

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
  const batches = batchesOf(shown, room);
  const read = batches.slice(0, MOST_CALLS);
  const unread = new Set(batches.slice(MOST_CALLS).flatMap((batch) => batch.map(({ number }) => number)));
  const made: NotesChanges = { changes: [], dropped: 0, unread: unread.size, fixes: [] };
  let failure: AnswerFailed | null = null;
  let answered = 0;
  for (const [at, batch] of read.entries()) {
    try {
      const answer = await chat.ask({
        name: 'change',
        system: filled('house', {
          language: language ? `Write in the language "${language}".` : "Write in the notes' own language.",
          instructions: '',
        }),
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
      made.changes.push(
        ...changes.map(({ number, at: item, text }) => ({ section: number - 1, item, text })),
      );
      made.dropped += dropped;
      for (const fix of answer.fixes)
        if (fix.wrong !== fix.right && shown.some(({ text }) => text.includes(fix.wrong)))
          made.fixes.push(fix);
    } catch (error) {
      if (!(error instanceof AnswerFailed)) throw error;
      failure = error;
    }
    progress((at + 1) / read.length);
  }
  if (answered === 0 && failure !== null) throw failure;
  return {
    ...made,
    changes: made.changes.filter(({ section, item, text }) => {
      const old = harmless(sections[section]?.items[item] ?? '');
      return text !== made.fixes.reduce((words, { wrong, right }) => words.replaceAll(wrong, right), old);
    }),
    fixes: made.fixes.filter(({ wrong }, at) => made.fixes.findIndex((each) => each.wrong === wrong) === at),
  };
}

function batchesOf(shown: readonly Shown[], room: number): Shown[][] {
  const made: Shown[][] = [];
  let left = 0;
  for (const each of shown) {
    const tokens = estimatedTokens(each.text) + 4;
    const batch = made.at(-1);
    if (batch === undefined || tokens > left) {
      made.push([each]);
      left = room - tokens;
    } else {
      batch.push(each);
      left -= tokens;
    }
  }
  return made;
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
): { changes: Shown[]; dropped: number } {
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
  const changes: Shown[] = [];
  for (const [item, text] of after) {
    if (text === '' || text === item.text) dropped += 1;
    else changes.push({ ...item, text });
  }
  return { changes, dropped };
}
