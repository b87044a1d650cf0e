import { describe, expect, it } from 'vitest';
import { joinReads } from '#server/platform/joined-reads.ts';
import { settle } from '#tests/support/settle.ts';

function held() {
  const reads: { key: string; end(answer: string): void; fail(error: Error): void }[] = [];
  const read = joinReads<string>((key) => new Promise((end, fail) => reads.push({ key, end, fail })));
  return { reads, read };
}

describe('joined reads', () => {
  it('shares one read among simultaneous callers with the same key', async () => {
    const { reads, read } = held();
    const answers = [read('a'), read('b'), read('a')];
    await settle();
    expect(reads.map(({ key }) => key)).toEqual(['a', 'b']);
    reads[1]?.end('of b');
    reads[0]?.end('of a');
    expect(await Promise.all(answers)).toEqual(['of a', 'of b', 'of a']);
  });

  it('never returns a read that began before the call', async () => {
    const { reads, read } = held();
    const first = read('a');
    await settle();
    const late = [read('a'), read('a')];
    await settle();
    expect(reads).toHaveLength(2);
    reads[1]?.end('new');
    expect(await Promise.all(late)).toEqual(['new', 'new']);
    reads[0]?.end('old');
    expect(await first).toBe('old');
  });

  it('a failed read only fails those who share it', async () => {
    const { reads, read } = held();
    const failed = [read('a'), read('a')].map((answer) => expect(answer).rejects.toThrow('lost'));
    await settle();
    reads[0]?.fail(new Error('lost'));
    await Promise.all(failed);
    const after = read('a');
    await settle();
    reads[1]?.end('again');
    expect(await after).toBe('again');
  });
});
