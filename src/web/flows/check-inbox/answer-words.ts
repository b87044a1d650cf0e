import type { AnsweredQuestion, CheckAnswer, CheckKind, CheckQuestion } from '#contract/check-questions.ts';

type Asked = Pick<CheckQuestion | AnsweredQuestion, 'kind' | 'about' | 'text'>;

export function questionWords({ kind, about: [first = ''], text }: Asked): string {
  return kind === 'fact' ? `Did this happen? “${first}”` : text;
}

export const consequences: Readonly<Record<CheckKind, string>> = {
  cast: '“Yes” names this speaker in the transcript, quotes and notes.',
  name: 'The wrong name is corrected in all sessions. Two different names both go into the glossary.',
  nameKind: 'The name goes into the glossary and into the notes.',
  fact: 'The transcript is unclear here. If you keep it, it goes into the story in your notes.',
  other: 'An earlier version of Hearthscribe asked this. Dismiss it once you have checked it.',
};

const words: Readonly<Record<CheckAnswer, string>> = {
  yes: 'Yes',
  no: 'No',
  first: 'The first is right',
  second: 'The second is right',
  different: 'Two different names',
  npc: 'A person',
  location: 'A place',
  faction: 'A faction',
  item: 'An item',
  notAName: 'Not a name',
  keep: 'Keep in the notes',
  leaveOut: 'Leave out',
};

export function answerWords(answer: CheckAnswer, { kind, about: [first = '', second = ''] }: Asked): string {
  if (answer === 'first' || answer === 'second')
    return `Same: “${answer === 'first' ? first : second}” is right`;
  return kind === 'other' ? 'Done' : words[answer];
}
