import { describe, expect, it } from 'vitest';
import { changesOf, together, undoing, withMarks } from '#contract/share-presets.ts';

const all = ['toConfirm', 'summary', 'scenes', 'npcs', 'mine'];
const marked = (visibility: 'gm' | 'players' | 'public') => all.map((key) => ({ key, visibility }));

describe('the presets of sharing', () => {
  it.each([
    ['players', 'recap', 'gm', { summary: 'players' }],
    ['players', 'recap', 'players', { scenes: 'gm', npcs: 'gm' }],
    ['players', 'recap', 'public', {}],
    ['public', 'people', 'gm', { summary: 'public', scenes: 'public', npcs: 'public' }],
    ['public', 'scenes', 'public', { npcs: 'players' }],
    ['public', 'recap', 'players', { summary: 'public' }],
  ] as const)('[R1.4] for %s by “%s”, where all is for %s, change %j', (audience, preset, now, changed) => {
    const changes = changesOf(marked(now), { preset, audience });
    expect(Object.fromEntries(changes.map(({ key, to }) => [key, to]))).toEqual(changed);
  });

  it('undo two choices in one, but leave what the user has marked otherwise since', () => {
    const sessionId = 'a';
    const begin = marked('gm');
    const first = changesOf(begin, { preset: 'people', audience: 'players' });
    const afterFirst = withMarks(begin, first);
    const second = changesOf(afterFirst, { preset: 'recap', audience: 'players' });
    const [both] = together([{ sessionId, changes: first }], { sessionId, changes: second });
    expect(both?.changes).toEqual([{ key: 'summary', from: 'gm', to: 'players' }]);
    const afterSecond = withMarks(afterFirst, second);
    expect(withMarks(afterSecond, undoing(both?.changes ?? []))).toEqual(begin);
    const byHand = afterSecond.map((section) => ({ ...section, visibility: 'public' as const }));
    expect(withMarks(byHand, undoing(both?.changes ?? []))).toEqual(byHand);
    expect(together([{ sessionId, changes: first }], { sessionId, changes: undoing(first) })).toEqual([]);
  });
});
