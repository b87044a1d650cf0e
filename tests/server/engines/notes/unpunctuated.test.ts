import { describe, expect, it } from 'vitest';
import { readSpeech } from '#server/engines/notes/reading/text.ts';
import { takeInTranscript } from '#server/engines/transcripts/import.ts';
import { transcriptOf } from '#tests/support/sessions.ts';

const said = [
  'so you come down into the cellar and the water is moving',
  'on its own against the wall',
  'i draw my sword and look around',
  'there is a door behind the barrels',
  'nobody opened it for years i think',
  'then we open it now',
];
const captions = (mark: string, steps: readonly number[]) => {
  let at = 0;
  return Array.from({ length: 24 }, (_, index) => {
    const from = at;
    const words = said[index % said.length] ?? '';
    at += 3 + (steps[index % steps.length] ?? 0);
    const clock = (seconds: number) =>
      `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(Math.floor(seconds % 60)).padStart(2, '0')},${String(Math.round((seconds % 1) * 1000)).padStart(3, '0')}`;
    return `${index + 1}\n${clock(from)} --> ${clock(from + 3)}\n${mark === '' ? words : `${words.charAt(0).toUpperCase()}${words.slice(1)}${mark}`}\n\n`;
  }).join('');
};
const speechOf = (text: string) => readSpeech(takeInTranscript(new TextEncoder().encode(text)).document);

describe('unpunctuated stretches marked for the engines', () => {
  it('are whole transcripts, too, whose sentences end at pauses', () => {
    const speech = speechOf(captions('', [0, 1, 1, 0, 1, 1]));
    expect(speech.sentences.some(({ isPunctuated }) => isPunctuated)).toBe(false);
    expect(speech.sentences.slice(0, 4).map(({ text }) => text)).toEqual([
      `${said[0]} ${said[1]}`,
      said[2],
      `${said[3]} ${said[4]}`,
      said[5],
    ]);
  });

  it('without pauses too, sentences stay short', () => {
    const { sentences } = speechOf(captions('', [0]));
    expect(Math.max(...sentences.map(({ words }) => words.length))).toBeLessThanOrEqual(22);
  });

  it('a whole turn in one line is cut where a clause may begin, and no word is lost', () => {
    const line = Array.from({ length: 8 }, () => said.join(' ')).join(' ');
    const { sentences } = readSpeech(transcriptOf([{ speaker: 'Dana', text: line }]));
    expect(sentences.some(({ isPunctuated }) => isPunctuated)).toBe(false);
    expect(Math.max(...sentences.map(({ words }) => words.length))).toBeLessThanOrEqual(20);
    expect(sentences.map(({ text }) => text).join(' ')).toBe(line);
    expect(sentences.filter(({ text }) => /^(?:and|so|i|then|there) /.test(text)).length).toBeGreaterThan(8);
  });

  it('with punctuation, pauses end nothing', () => {
    const speech = speechOf(captions('.', [0, 1]));
    expect(speech.sentences.every(({ isPunctuated }) => isPunctuated)).toBe(true);
    expect(speech.sentences).toHaveLength(24);
  });

  it('begin and end where the marks do, and no sentence of theirs is a hundred words long', () => {
    const spoken = said.map((line) => ({ speaker: 'Dana', text: line }));
    const marked = spoken.map(({ speaker, text }) => ({
      speaker,
      text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
    }));
    const many = (turns: typeof spoken) => Array.from({ length: 12 }, () => turns).flat();
    const { sentences } = readSpeech(transcriptOf([...many(marked), ...many(spoken), ...many(marked)]));
    const bare = sentences.filter(({ isPunctuated }) => !isPunctuated);
    const words = bare.reduce((sum, each) => sum + each.words.length, 0);
    const all = many(spoken).reduce((sum, { text }) => sum + text.split(' ').length, 0);
    expect(Math.abs(words - all)).toBeLessThan(60);
    expect(Math.max(...sentences.map((each) => each.words.length))).toBeLessThanOrEqual(22);
    expect([sentences[0]?.isPunctuated, sentences.at(-1)?.isPunctuated]).toEqual([true, true]);
  });
});
