import { describe, expect, it } from 'vitest';
import fc from '#tests/support/property.ts';
import { createEventParser, type ServerSentEvent } from '#web/api/event-stream.ts';

function parse(...pieces: string[]): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const take = createEventParser((event) => events.push(event));
  for (const piece of pieces) take(piece);
  return events;
}

describe('events', () => {
  it('have a name, data of several lines and an id that stays', () => {
    expect(parse('event: progress\nid: 7\ndata: one\ndata:two\n\ndata\n\n')).toEqual([
      { name: 'progress', data: 'one\ntwo', id: '7' },
      { name: 'message', data: '', id: '7' },
    ]);
  });

  it('are skipped without data, and so are comments', () => {
    expect(parse(': heartbeat\n\nevent: nothing\n\nretry: 5\n\n')).toEqual([]);
  });

  it('ignores unfinished events', () => {
    expect(parse('data: half')).toEqual([]);
    expect(parse('data: half\n')).toEqual([]);
  });

  it('are the same however the stream is split, with any line break', () => {
    const text = 'id: 1\r\ndata: a\r\n\r\nevent: x\rdata: b\r\r: c\ndata: ü\n\n';
    const whole = parse(`${text}\n`);
    expect(whole).toHaveLength(3);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
        const ends = [...cuts, text.length].sort((first, second) => first - second);
        const pieces = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
        expect(parse(...pieces, '\n')).toEqual(whole);
      }),
    );
  });
});
