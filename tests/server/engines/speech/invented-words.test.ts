import { describe, expect, it } from 'vitest';
import { withoutInvented } from '#server/engines/speech/invented-words.ts';
import type { HeardSegment } from '#server/engines/speech/port.ts';
import { isSubtitlePhrase } from '#server/engines/speech/subtitle-phrases.ts';
import { withoutUnspokenPhrases } from '#server/engines/speech/unspoken-phrases.ts';
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

describe('phrases of subtitle makers', () => {
  /** Chunks of five minutes: speech at -20 dB, phrases as loud as given. */
  const kept = (chunks: [text: string, startMs: number, endMs: number, decibels?: number][][]) =>
    withoutUnspokenPhrases(
      chunks.map((_, index) => ({ startMs: index * 300_000 })),
      chunks.map((segments) => ({
        language: null,
        segments: segments.map(([text, startMs, endMs]) => segment(text, startMs, endMs)),
        invented: [],
        loudness: {
          speech: Math.max(...segments.map(([, , , decibels = -20]) => decibels)),
          phrases: segments.flatMap(([text, startMs, , decibels = -20]) =>
            isSubtitlePhrase(text) ? [{ startMs, text, decibels }] : [],
          ),
        },
      })),
    ).map((chunk) => ({
      texts: chunk?.segments.map(({ text }) => text),
      invented: chunk?.invented.map(({ text }) => text),
    }));

  it.each([
    'Thanks for watching!',
    'Thank you so much for watching.',
    'Subtitles by the Amara.org community',
    'Untertitelung des ZDF, 2020',
    "Sous-titrage ST' 501",
    'Please subscribe to my channel.',
    'Thank you for watching! Please subscribe.',
    'ご視聴ありがとうございました。',
    '请不吝点赞 订阅 转发 打赏支持明镜与点点栏目',
    'Продолжение следует...',
    'Napisy stworzone przez społeczność Amara.org',
  ])('[D12] %s is removed after the end, in noise and in a row, and stays amid speech', (phrase) => {
    const [amid] = kept([
      [
        ['We enter the crypt.', 0, 4000],
        [phrase, 4500, 7000],
        ['Very funny.', 7500, 9000],
      ],
    ]);
    expect(amid).toEqual({ texts: ['We enter the crypt.', phrase, 'Very funny.'], invented: [] });
    const played: [string, number, number] = ['We enter the crypt.', 0, 4000];
    expect(kept([[played, [phrase, 4500, 7000, -50]]])[0]).toEqual({
      texts: [played[0]],
      invented: [phrase],
    });
    expect(kept([[played, [phrase, 90_000, 93_000]]])[0]?.texts).toEqual([played[0]]);
    expect(kept([[played, [phrase, 4500, 34_000]]])[0]?.texts).toEqual([played[0]]);
    expect(kept([[played], [[phrase, 60_000, 62_000, -30]]])[1]?.texts).toEqual([]);
    const row = [1, 2, 3].map((at): [string, number, number] => [phrase, 4000 + at * 2000, 5500 + at * 2000]);
    expect(kept([[played, ...row]])[0]?.texts).toEqual([played[0]]);
  });
});
