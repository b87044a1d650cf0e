import { beforeAll, describe, expect, it } from 'vitest';
import { mostSoundMarks, SoundLanes } from '#contract/sound-lanes.ts';
import { LoudnessMeter } from '#server/engines/audio/loudness.ts';
import { SENTENCES, spokenSamples } from '#tests/support/audio.ts';

const RATE = 16_000;
let state = 1;
/** From -1 to 1, the same in each run. */
const random = () => {
  state = (state * 48_271) % 2_147_483_647;
  return state / 1_073_741_824 - 1;
};
const sound = (seconds: number, at: (time: number) => number) =>
  Int16Array.from({ length: Math.round(seconds * RATE) }, (_, index) => 32_767 * at(index / RATE));
const room = (seconds: number) => sound(seconds, () => 0.001 * random());
/** “Ha ha ha”: voiced bursts with breath, a little uneven, growing fainter. */
const laugh = (bursts: number, seconds = 0.21) => {
  const starts = Array.from({ length: bursts }, (_, at) => 0.1 + at * seconds + 0.012 * random());
  return sound(bursts * seconds + 0.3, (time) => {
    const start = starts.findLast((each) => each <= time) ?? -1;
    const since = time - start;
    const shape = since < 0.12 ? Math.sin((Math.PI * since) / 0.12) : 0.003;
    const voice = [280, 560, 840].reduce((sum, hertz) => sum + Math.sin(2 * Math.PI * hertz * time), 0) / 3;
    return 0.5 * shape * (0.85 * voice + 0.15 * random()) * (1 - time / (bursts * seconds * 2));
  });
};
/** Of many hands. */
const applause = (seconds: number) => {
  let before = 0;
  return sound(seconds, () => {
    const now = random();
    const both = 0.15 * (before + now);
    before = now;
    return both;
  });
};
/** Four notes a second, each fading. */
const music = (seconds: number) =>
  sound(seconds, (time) => {
    const since = time % 0.25;
    return (
      0.3 * Math.exp(-since * 18) * Math.sin(2 * Math.PI * (220 + 55 * (Math.floor(time * 4) % 4)) * time)
    );
  });

let speech: Int16Array[];
beforeAll(async () => {
  const said = SENTENCES.join(' ');
  speech = [
    await spokenSamples(said, 'en+m3'),
    await spokenSamples(said, 'en+f4', 220),
    await spokenSamples(said, 'en-us+m7', 140),
    await spokenSamples(said, 'de', 160),
  ];
});

const marksOf = (...parts: Int16Array[]) => {
  const meter = new LoudnessMeter();
  for (const part of parts) meter.add(part);
  return SoundLanes.parse(meter.lanes()).marks;
};
const kindsOf = (...parts: Int16Array[]) =>
  marksOf(...parts)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'loud');
const lengthOf = (samples: Int16Array) => samples.length / RATE;

describe('[D11] laughter and applause', () => {
  it('are marked where they are, between speech', () => {
    const [one, other] = [speech[0]!, speech[1]!];
    const marks = marksOf(one, room(1.5), laugh(12), room(1.5), other, room(2), applause(6), room(2), one);
    const heard = marks.filter(({ kind }) => kind !== 'loud');
    expect(heard.map(({ kind }) => kind)).toEqual(['laughter', 'applause']);
    const laughAt = lengthOf(one) + 1.6;
    expect(Math.abs(heard[0]!.startSeconds - laughAt)).toBeLessThan(0.5);
    expect(Math.abs(heard[0]!.endSeconds - laughAt - 2.5)).toBeLessThan(0.8);
    const clapAt = lengthOf(one) + 1.5 + lengthOf(laugh(12)) + 1.5 + lengthOf(other) + 2;
    expect(Math.abs(heard[1]!.startSeconds - clapAt)).toBeLessThan(0.2);
    expect(Math.abs(heard[1]!.endSeconds - clapAt - 6)).toBeLessThan(0.2);
    for (const [at, { startSeconds }] of marks.slice(1).entries())
      expect(startSeconds).toBeGreaterThanOrEqual(marks[at]!.endSeconds);
  });

  it('are not seen in speech, whoever speaks and however fast', () => {
    expect(kindsOf(...speech.flatMap((one) => [one, room(1)]))).toEqual([]);
  });

  it('are not seen in music, nor in a phrase that comes again and again', () => {
    expect(kindsOf(speech[0]!, room(1), music(30), room(1))).toEqual([]);
    const phrases = Array.from({ length: 6 }, () => [laugh(10), room(1)]).flat();
    expect(kindsOf(speech[0]!, room(1), ...phrases)).toEqual([]);
  });

  it('are not seen in a fan, in a gust of hiss, in a chuckle of three bursts, nor far from the microphone', () => {
    expect(kindsOf(speech[0]!, applause(40), speech[1]!)).toEqual([]);
    expect(kindsOf(speech[0]!, room(2), applause(1), room(2))).toEqual([]);
    expect(kindsOf(speech[0]!, room(1), laugh(3), room(1))).toEqual([]);
    const far = laugh(12).map((sample) => sample / 30);
    expect(kindsOf(speech[0]!, room(1), far, room(1))).toEqual([]);
  });

  it('leave room for loud moments, and stay within what a timeline shows', () => {
    const [once, pause] = [laugh(12), room(16)];
    const evening = Array.from({ length: 24 }, () => [once, pause]).flat();
    const marks = marksOf(...evening);
    expect(marks.length).toBeLessThanOrEqual(mostSoundMarks);
    expect(marks.filter(({ kind }) => kind === 'laughter')).toHaveLength(mostSoundMarks / 2);
  });
});
