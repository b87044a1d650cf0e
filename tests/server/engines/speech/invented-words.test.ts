import { describe, expect, it } from 'vitest';
import { withoutInvented } from '#server/engines/speech/invented-words.ts';
import type { HeardSegment } from '#server/engines/speech/port.ts';
import { readTranscription } from '#server/engines/speech/verbose-json.ts';

const segment = (text: string, startMs = 0, endMs = 5000): HeardSegment => ({
  startMs,
  endMs,
  text,
  confidence: null,
  words: null,
  speaker: null,
});
const clean = (segments: HeardSegment[], options: { vocabulary?: string[]; quietFrom?: number } = {}) =>
  withoutInvented(
    { language: 'en', segments },
    {
      vocabulary: options.vocabulary ?? [],
      isQuiet: (startMs) => startMs >= (options.quietFrom ?? Number.POSITIVE_INFINITY),
    },
  );
const texts = (segments: HeardSegment[], options = {}) =>
  clean(segments, options).heard.segments.map(({ text }) => text);

describe('words that were not spoken', () => {
  it.each([
    'Thanks for watching!',
    'Thank you so much for watching.',
    'Subtitles by the Amara.org community',
    'Untertitelung des ZDF, 2020',
    "Sous-titrage ST' 501",
    'Please subscribe to my channel.',
  ])('are removed: %s', (text) => {
    const { heard, invented } = clean([segment('We enter the crypt.'), segment(text, 5000, 8000)]);
    expect(heard.segments).toHaveLength(1);
    expect(invented).toEqual([{ kind: 'silence', startMs: 5000, endMs: 8000 }]);
  });

  it('are removed from silence, whatever they are', () => {
    expect(
      texts([segment('Thank you.', 0), segment('Thank you.', 60_000, 62_000)], { quietFrom: 60_000 }),
    ).toEqual(['Thank you.']);
  });

  it('are removed if an engine repeats the names it was given', () => {
    const vocabulary = ['Kharvyndûr', 'Vex', 'Oldmere', 'Torvin'];
    expect(texts([segment('Kharvyndûr, Vex, Oldmere, Torvin.')], { vocabulary })).toEqual([]);
    expect(texts([segment('Vex and Torvin walk to Oldmere.')], { vocabulary })).toHaveLength(1);
  });

  it('keeps one round of a loop, within a segment and over several', () => {
    const loop = clean([segment(`The door opens. ${'I go to the door. '.repeat(30)}Then I stop.`)]);
    expect(loop.heard.segments[0]!.text).toBe('The door opens. I go to the door. Then I stop.');
    expect(loop.invented).toMatchObject([{ kind: 'loop' }]);
    expect(
      texts(Array.from({ length: 40 }, (_, at) => segment('I go to the door.', at * 1000, at * 1000 + 900))),
    ).toEqual(['I go to the door.']);
  });

  it('keeps the times of the remaining words', () => {
    const words = 'go on and on and on and on and on and on and on stop'.split(' ');
    const timed = words.map((text, at) => ({ text, startMs: at * 100, endMs: at * 100 + 90 }));
    const long = segment(`${'again and again we '.repeat(7).trim()}`);
    const { heard } = clean([{ ...segment(words.join(' ')), words: timed }, long]);
    expect(heard.segments[0]!.words).toEqual(timed);
    expect(heard.segments[1]!.text).toBe('again and again we');
  });

  it.each([
    'No, no, no, no, no, no, no, no!',
    'Ha ha ha ha ha.',
    'Thanks for watching over me, Torvin.',
    'Please like me, says the goblin, and he subscribes to no god.',
    'The the the dragon is here.',
  ])('keeps what people do say: %s', (text) => {
    expect(texts([segment(text)])).toEqual([text]);
  });

  it('recognizes Whisper’s own signs of silence', () => {
    const wire = (no_speech_prob: number, avg_logprob: number) => ({
      text: 'Thank you.',
      segments: [{ text: 'Thank you.', start: 0, end: 2, no_speech_prob, avg_logprob }],
    });
    expect(readTranscription(wire(0.9, -1.4), 2000)!.segments).toEqual([]);
    expect(readTranscription(wire(0.9, -0.2), 2000)!.segments).toHaveLength(1);
  });

  it('joins whisper.cpp’s parts of words', () => {
    const heard = readTranscription(
      {
        text: ' Kharvyndûr roars.',
        segments: [
          {
            text: ' Kharvyndûr roars.',
            start: 0,
            end: 2,
            words: [
              { word: ' Khar', start: 0, end: 0.3 },
              { word: 'vynd', start: 0.3, end: 0.6 },
              { word: 'ûr', start: 0.6, end: 0.8 },
              { word: ' roars', start: 0.9, end: 1.4 },
              { word: '.', start: 1.4, end: 1.5 },
            ],
          },
        ],
      },
      2000,
    )!;
    expect(heard.segments[0]!.words).toEqual([
      { text: 'Kharvyndûr', startMs: 0, endMs: 800 },
      { text: 'roars.', startMs: 900, endMs: 1500 },
    ]);
  });
});
