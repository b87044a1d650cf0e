import { describe, expect, it } from 'vitest';
import { diarizationError, readRttm } from '#tests/bench/voices/diarization-error.ts';

const said = [
  { start: 0, end: 10, speaker: 'Mira' },
  { start: 10, end: 20, speaker: 'Jonas' },
];

describe('the rate of wrongly told speakers', () => {
  it('is 0 whatever the speakers are called', () => {
    const found = said.map((turn) => ({ ...turn, speaker: turn.speaker === 'Mira' ? '7' : '3' }));
    expect(diarizationError(said, found, 0)).toMatchObject({ rate: 0, speakers: { said: 2, found: 2 } });
  });

  it('counts what is missed, invented and confused, as shares of the speech', () => {
    const missed = diarizationError(said, [{ start: 0, end: 10, speaker: '1' }], 0);
    expect([missed.missed, missed.rate]).toEqual([0.5, 0.5]);
    const one = diarizationError(said, [{ start: 0, end: 20, speaker: '1' }], 0);
    expect([one.confused, one.rate]).toEqual([0.5, 0.5]);
    const late = diarizationError(said, [...said, { start: 20, end: 24, speaker: 'Mira' }], 0);
    expect(late.falseAlarm).toBeCloseTo(0.2, 5);
  });

  it('does not count borders within the collar', () => {
    const found = [
      { start: 0.1, end: 10.2, speaker: 'a' },
      { start: 10.2, end: 19.9, speaker: 'b' },
    ];
    expect(diarizationError(said, found, 0).rate).toBeGreaterThan(0.01);
    expect(diarizationError(said, found, 0.25).rate).toBe(0);
  });

  it('of hand-made RTTM is the one worked out by hand, with two who speak at once', () => {
    const turn = (start: number, seconds: number, who: string) =>
      `SPEAKER table 1 ${start} ${seconds} <NA> <NA> ${who} <NA> <NA>\n`;
    // 30 s are spoken: Mira 15, Jonas 10, Tam 5, of them 5 at once.
    const truth = readRttm(
      turn(0, 10, 'Mira') + turn(5, 10, 'Jonas') + turn(15, 5, 'Mira') + turn(20, 5, 'Tam'),
    );
    // Missed: the 5 s at once. Confused: Tam as Mira. False alarm: 3 s after the end.
    const found = readRttm(turn(0, 5, 'a') + turn(5, 10, 'b') + turn(15, 13, 'a'));
    const error = diarizationError(truth, found, 0);
    expect(error.missed).toBeCloseTo(5 / 30, 5);
    expect(error.confused).toBeCloseTo(5 / 30, 5);
    expect(error.falseAlarm).toBeCloseTo(3 / 30, 5);
    expect(error.rate).toBeCloseTo(13 / 30, 5);
    // A collar of 1 s leaves 18 s: Mira 1–4, 6–9 and 16–19, Jonas 6–9 and 11–14, Tam 21–24; and 2 s of the false alarm.
    const lenient = diarizationError(truth, found, 1);
    expect(lenient.missed).toBeCloseTo(3 / 18, 5);
    expect(lenient.confused).toBeCloseTo(3 / 18, 5);
    expect(lenient.falseAlarm).toBeCloseTo(2 / 18, 5);
  });

  it('reads RTTM, and says which line is none', () => {
    expect(readRttm('SPEAKER IS1009a 1 4.50 2.25 <NA> <NA> FIE088 <NA> <NA>\n;; a comment\n')).toEqual([
      { start: 4.5, end: 6.75, speaker: 'FIE088' },
    ]);
    expect(() => readRttm('SPEAKER a 1 x 2 <NA> <NA> b')).toThrow('No turn: SPEAKER a 1 x');
  });
});
