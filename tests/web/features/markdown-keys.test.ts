// @vitest-environment node
import { EditorState, type StateCommand } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { continueLines, toggleMark } from '#web/features/campaign/notes/markdown-keys.ts';
import { mentionsOf } from '#web/features/campaign/notes/mentions.ts';

function pressed(command: StateCommand, written: string): string | null {
  const anchor = written.replace('|', '').indexOf('<');
  const doc = written.replace(/[<|]/gu, '');
  const head = written.replace('<', '').indexOf('|');
  const start = EditorState.create({ doc, selection: { anchor: anchor < 0 ? head : anchor, head } });
  let end: EditorState | null = null;
  const isDone = command({
    state: start,
    dispatch: (transaction) => {
      end = transaction.state;
    },
  });
  if (!isDone || end === null) return null;
  const { doc: after, selection } = end as EditorState;
  const { from, to } = selection.main;
  const text = after.toString();
  return from === to
    ? `${text.slice(0, to)}|${text.slice(to)}`
    : `${text.slice(0, from)}<${text.slice(from, to)}|${text.slice(to)}`;
}

describe('[D6] keys of the notes editor', () => {
  it.each([
    ['a list', '- one|', '- one\n- |'],
    ['a list within a list', '  * one|', '  * one\n  * |'],
    ['a numbered list', '9. one|', '9. one\n10. |'],
    ['a list of tasks', '- [x] one|', '- [x] one\n- [ ] |'],
    ['a quote', '> one|', '> one\n> |'],
    ['the middle of an item', '- one| two', '- one\n- | two'],
    ['what is selected in an item', '- one <two|', '- one \n- |'],
    ['an empty item: the list ends', '- one\n- |', '- one\n|'],
    ['an empty item within a list', '- one\n  - |', '- one\n|'],
  ])('Enter in %s', (_, before, after) => {
    expect(pressed(continueLines, before)).toBe(after);
  });

  it.each([
    ['in prose', 'one|'],
    ['before the mark of a list', '|- one'],
    ['over several lines', '- <one\n- two|'],
    ['in a word with a dash', '-one|'],
  ])('Enter %s is handled by the editor', (_, before) => {
    expect(pressed(continueLines, before)).toBeNull();
  });

  it.each([
    ['around a selection', '**' as const, 'a <bell| rang', 'a **<bell|** rang'],
    ['away again', '**' as const, 'a **<bell|** rang', 'a <bell| rang'],
    ['around the cursor', '*' as const, 'a |', 'a *|*'],
  ])('adds marks %s', (_, mark, before, after) => {
    expect(pressed(toggleMark(mark), before)).toBe(after);
  });

  it.each([
    ['closes an open mark behind the word', '**' as const, 'a **bell|', 'a **bell**|'],
    ['steps over a mark that is there', '**' as const, 'a **bell|** rang', 'a **bell**| rang'],
    ['closes italics', '*' as const, 'a *bell|', 'a *bell*|'],
    ['opens a new one behind a closed one', '**' as const, 'a **bell** |', 'a **bell** **|**'],
  ])('[D6] pressed a second time %s', (_, mark, before, after) => {
    expect(pressed(toggleMark(mark), before)).toBe(after);
  });

  it('distinguishes bold from italic', () => {
    expect(pressed(toggleMark('*'), 'a **<bell|** rang')).toBe('a ***<bell|*** rang');
    expect(pressed(toggleMark('**'), 'a ***<bell|*** rang')).toBe('a *<bell|* rang');
  });
});

describe('[D6] what "@" offers', () => {
  const name = (term: string, heardAs: string[] = []) => ({
    id: '01900000-0000-7000-8000-00000000d001',
    term,
    kind: 'location' as const,
    aliases: [],
    heardAs,
    note: '',
    locked: false,
    source: 'user' as const,
    revision: 1,
    createdAt: '2026-03-01T20:00:00.000Z',
    updatedAt: '2026-03-01T20:00:00.000Z',
  });

  it('finds a name by how it was misheard, and offers nothing twice', () => {
    expect(
      mentionsOf(
        [name('Emon', ['Eeman'])],
        [{ id: 'p', player: 'Liam', role: 'player', characters: ['Pike'] }],
        { npcs: [{ name: 'Pike' }, { name: 'Orla' }], locations: [{ name: 'emon' }] },
      ),
    ).toEqual([
      { name: 'Emon', form: 'Emon', kind: 'place' },
      { name: 'Emon', form: 'Eeman', kind: 'place' },
      { name: 'Pike', form: 'Pike', kind: 'player character' },
      { name: 'Liam', form: 'Liam', kind: 'player' },
      { name: 'Orla', form: 'Orla', kind: 'character' },
    ]);
  });
});
