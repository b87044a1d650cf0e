import { fireEvent, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answersOf, type CheckKind, readQuestion } from '#contract/check-questions.ts';
import { checkInboxFlow } from '#machines/check-inbox/check-inbox.flow.ts';
import { answerWords, questionWords } from '#web/flows/check-inbox/answer-words.ts';
import type { CheckInbox } from '#web/flows/check-inbox/use-check-inbox.ts';
import { useCheckKeys } from '#web/flows/check-inbox/use-check-keys.ts';

const [read] = checkInboxFlow.outcomes.readQuestions;
const sheet = read.type === 'done' ? read.output : null;

function withKeys(changes: Partial<CheckInbox> = {}) {
  const said: string[] = [];
  const tell = (what: string) => vi.fn((which?: unknown) => void said.push(`${what} ${which ?? ''}`.trim()));
  const commands = {
    give: tell('give'),
    next: tell('next'),
    previous: tell('previous'),
    undo: tell('undo'),
  };
  const inbox = { step: 'shown', sheet, question: sheet?.open[0], ...commands, ...changes } as CheckInbox;
  const { unmount } = renderHook(() => useCheckKeys(inbox));
  const press = (key: string, more: KeyboardEventInit = {}, on: Element = document.body) =>
    fireEvent.keyDown(on, { key, ...more });
  return { said, press, unmount };
}

describe('the keys of the inbox', () => {
  it('answer by number, go to other questions, and undo the last answer', () => {
    const { said, press, unmount } = withKeys();
    for (const key of ['1', '2', '3', '0', 'j', 'K', 'ArrowRight', 'ArrowLeft', 'u', 'x']) press(key);
    unmount();
    press('1');
    expect(said).toEqual([
      'give yes',
      'give no',
      'next',
      'previous',
      'next',
      'previous',
      `undo ${sheet?.answered[0]?.id}`,
    ]);
  });

  it('ignore other keys, held keys, fields, and keys while an answer is sent', () => {
    const { said, press, unmount } = withKeys();
    press('1', { ctrlKey: true });
    press('u', { metaKey: true });
    press('j', { repeat: true });
    const field = document.body.appendChild(document.createElement('input'));
    press('1', {}, field);
    field.remove();
    unmount();
    const busy = withKeys({ step: 'answering' });
    busy.press('1');
    busy.unmount();
    expect([...said, ...busy.said]).toEqual([]);
  });
});

describe('the text of questions', () => {
  it.each<[string, CheckKind, string, string[]]>([
    ['Does Liam play Pike?', 'cast', 'Does Liam play Pike?', ['Yes', 'No']],
    [
      'Is “Eemon” the same as “Emon”?',
      'name',
      'Is “Eemon” the same as “Emon”?',
      ['Same: “Eemon” is right', 'Same: “Emon” is right', 'Two different names'],
    ],
    [
      'What is “Vasselheim”?',
      'nameKind',
      'What is “Vasselheim”?',
      ['A person', 'A place', 'A faction', 'An item', 'Not a name'],
    ],
    [
      'Did this happen? The guard took a bribe.',
      'fact',
      'Did this happen? “The guard took a bribe.”',
      ['Keep in the notes', 'Leave out'],
    ],
    ['Is Mira a smith?', 'other', 'Is Mira a smith?', ['Done']],
  ])('%s', (text, kind, shown, answers) => {
    const question = { ...readQuestion(text), text };
    expect(question.kind).toBe(kind);
    expect(questionWords(question)).toBe(shown);
    expect(answersOf[kind].map((answer) => answerWords(answer, question))).toEqual(answers);
  });
});
