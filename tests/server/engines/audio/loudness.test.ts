import { describe, expect, it } from 'vitest';
import { mostLoudnessBins, mostSoundMarks, SoundLanes } from '#contract/sound-lanes.ts';
import { quietest } from '#contract/sound-levels.ts';
import { LoudnessMeter } from '#server/engines/audio/loudness.ts';
import { SAMPLE_RATE } from '#server/engines/speech/port.ts';

/** A tone at that share of full scale. */
const tone = (seconds: number, level: number) =>
  Int16Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, at) =>
    Math.round(Math.sin(at * 0.3) * level * 32_767),
  );

function lanesOf(parts: readonly Int16Array[], blockSamples = 7001): SoundLanes {
  const meter = new LoudnessMeter();
  for (const part of parts)
    for (let at = 0; at < part.length; at += blockSamples) meter.add(part.subarray(at, at + blockSamples));
  return SoundLanes.parse(meter.lanes());
}

describe('[D11] the loudness of an evening', () => {
  it('is 0 where it is usual, 6 dB lower at half of it, and the lowest in silence', () => {
    const { binSeconds, loudness } = lanesOf([tone(60, 0.1), tone(10, 0.05), tone(10, 0), tone(0.7, 0.1)]);
    expect(binSeconds).toBe(1);
    expect(loudness).toHaveLength(81);
    expect(new Set(loudness.slice(0, 60))).toEqual(new Set([0]));
    expect(new Set(loudness.slice(60, 70))).toEqual(new Set([-6]));
    expect(new Set(loudness.slice(70, 80))).toEqual(new Set([quietest]));
    expect(loudness[80]).toBe(0);
  });

  it('is relative: a recording at a tenth of the level has the same lanes', () => {
    const evening = (level: number) => lanesOf([tone(120, level), tone(4, level * 4), tone(60, level)]);
    expect(evening(0.02)).toEqual(evening(0.2));
  });

  it('does not depend on the size of the blocks', () => {
    const parts = [tone(20.3, 0.1), tone(4, 0.4), tone(9.9, 0.1)];
    expect(lanesOf(parts, 1)).toEqual(lanesOf(parts, 1_000_000));
  });

  it('marks what is clearly louder for more than a moment, to half a second', () => {
    const { marks } = lanesOf([tone(200, 0.1), tone(3, 0.4), tone(100, 0.1), tone(0.5, 0.9), tone(60, 0.1)]);
    expect(marks).toEqual([{ kind: 'loud', startSeconds: 200, endSeconds: 203 }]);
  });

  it('marks nothing in an even evening, in silence or in nothing', () => {
    for (const parts of [[tone(60, 0.3)], [tone(60, 0)], [tone(0.2, 0)], []])
      expect(lanesOf(parts).marks).toEqual([]);
    expect(new Set(lanesOf([tone(5, 0)]).loudness)).toEqual(new Set([quietest]));
  });

  it('stays within its limits for a long evening with more loud moments than a timeline can show', () => {
    const [quiet, loud] = [tone(10, 0.05), tone(2, 0.5)];
    const meter = new LoudnessMeter();
    for (let minute = 0; minute < 90; minute += 1) {
      for (let part = 0; part < 6; part += 1) meter.add(quiet);
      meter.add(loud);
    }
    const { binSeconds, loudness, marks } = SoundLanes.parse(meter.lanes());
    expect(loudness.length).toBeLessThanOrEqual(mostLoudnessBins);
    expect(binSeconds * mostLoudnessBins).toBeGreaterThanOrEqual(90 * 62);
    expect(marks).toHaveLength(mostSoundMarks);
  });
});
