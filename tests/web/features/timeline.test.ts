import { describe, expect, it } from 'vitest';
import type { Timeline, TimelineDate, TimelineEvening, TimelineStop } from '#contract/timeline.ts';
import { datesOf, roadOf, timelineAsMarkdown } from '#web/features/campaign/timeline/timeline-words.ts';

const id = (last: number) => `01900000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const dated = (session: number) => ({
  key: 'a'.repeat(32),
  revision: 0,
  edit: null,
  of: { sessionId: id(session), lineId: null, startMs: null },
});
const date = (text: string): TimelineDate => ({ text, kind: 'later', from: 'said', place: null });
const stop = (session: number, name: string, isThere = true): TimelineStop => ({
  key: name.padEnd(32, '0'),
  name,
  isThere,
  place: { sessionId: id(session), lineId: null, startMs: null },
});
const evening = (session: number, stops: TimelineStop[]): TimelineEvening => ({
  ...dated(session),
  dates: [],
  scenes: [
    { ...dated(session), title: `Scene *${session}*`, place: null, dates: [date('the next morning')] },
  ],
  stops,
});
const timeline: Timeline = {
  sessions: [1, 2].map((at) => ({ id: id(at), title: `Evening ${at}`, playedAt: null, hasSound: false })),
  evenings: [
    evening(1, [stop(1, 'inn'), stop(1, 'mill'), stop(1, 'tower', false)]),
    {
      ...evening(2, [stop(2, 'mill'), stop(2, 'inn')]),
      edit: { date: 'The 3rd of Mirtul', of: dated(2).of },
    },
  ],
};

describe('the timeline', () => {
  it('has a place on the road once for each time that the party came there, and none that was spoken of', () => {
    expect(roadOf(timeline).map(({ name, session }) => `${name}, ${session}`)).toEqual([
      'inn, Evening 1',
      'mill, Evening 1',
      'inn, Evening 2',
    ]);
  });

  it('shows what was set instead of what was read, and nothing where that is no date', () => {
    const of = { edit: null, dates: [date('two days later')] };
    expect(datesOf(of)).toEqual(['“two days later”']);
    expect(datesOf({ ...of, edit: { date: 'Midsummer', of: dated(1).of } })).toEqual(['Midsummer']);
    expect(datesOf({ ...of, edit: { date: '', of: dated(1).of } })).toEqual([]);
  });

  it('is a Markdown file in which marks of titles are words', () => {
    expect(timelineAsMarkdown('Oldmere', timeline)).toBe(
      [
        '# Oldmere: Timeline',
        '## The party’s road\n\n1. inn (Evening 1)\n2. mill (Evening 1)\n3. inn (Evening 2)',
        '## Evening 1\n\n- Scene \\*1\\* – “the next morning”\n\nSpoken of: tower',
        '## Evening 2\n\nThe 3rd of Mirtul\n\n- Scene \\*2\\* – “the next morning”\n',
      ].join('\n\n'),
    );
  });
});
