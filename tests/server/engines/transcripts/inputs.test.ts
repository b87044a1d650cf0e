import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeInTranscript } from '#server/engines/transcripts/import.ts';
import { isUnspaced } from '#server/engines/transcripts/words.ts';

interface Expected {
  seconds?: number | number[];
  tolerance?: number;
  speakers?: string[] | number[] | number;
  words?: number;
  mostWords?: number;
  contains?: string[];
  lacks?: string[];
  lines?: number;
  firstStart?: number[];
  lineNotBy?: Record<string, string[]>;
}

const folder = join(import.meta.dirname, 'inputs');
const expected: Record<string, Expected> = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
const names = readdirSync(folder).filter((name) => name !== 'expected.json');

/** Words, or characters where words are not spaced. */
const amountIn = (text: string) =>
  isUnspaced(text) ? text.replace(/\s/g, '').length : (text.match(/\S+/g)?.length ?? 0);

describe('transcripts as people bring them', () => {
  it.each(names)('[D12] %s', (name) => {
    const wanted = expected[name] ?? {};
    const { document, account } = takeInTranscript(readFileSync(join(folder, name)), { fileName: name });
    const text = document.segments.map((segment) => segment.text).join('\n');
    const labels = document.speakers.map(({ label }) => label);
    const { seconds, tolerance = 0, speakers } = wanted;
    if (seconds !== undefined) {
      const off = [seconds].flat().map((each) => Math.abs(document.durationMs / 1000 - each));
      expect(Math.min(...off), `${document.durationMs / 1000} s`).toBeLessThanOrEqual(tolerance);
    }
    if (typeof speakers === 'number') expect(labels).toHaveLength(speakers);
    else if (typeof speakers?.[0] === 'number') expect(speakers).toContain(labels.length);
    else if (speakers) {
      for (const speaker of speakers)
        expect(
          labels.some((label) => label.includes(String(speaker))),
          labels.join(),
        ).toBe(true);
      expect(labels).toHaveLength(speakers.length);
    }
    const amount = document.segments.reduce((sum, segment) => sum + amountIn(segment.text), 0);
    expect(amount).toBeGreaterThanOrEqual(wanted.words ?? 1);
    expect(amount).toBeLessThanOrEqual(wanted.mostWords ?? Number.POSITIVE_INFINITY);
    for (const part of wanted.contains ?? []) expect(text).toContain(part);
    for (const part of wanted.lacks ?? []) expect(text).not.toContain(part);
    expect(document.segments.length).toBeGreaterThanOrEqual(wanted.lines ?? 1);
    const [earliest = 0, latest = Number.POSITIVE_INFINITY] = wanted.firstStart ?? [];
    expect((document.segments[0]?.startMs ?? 0) / 1000).toBeGreaterThanOrEqual(earliest);
    expect((document.segments[0]?.startMs ?? 0) / 1000).toBeLessThanOrEqual(latest);
    for (const [part, nobody] of Object.entries(wanted.lineNotBy ?? {})) {
      const line = document.segments.find((segment) => segment.text.includes(part));
      const speaker = document.speakers.find(({ id }) => id === line?.speakerId);
      expect(nobody).not.toContain(speaker?.label);
    }
    expect(account.length.usedMs).toBe(document.durationMs);
    expect(account.questions.every(({ assumed }) => assumed !== null)).toBe(true);
  });
});
