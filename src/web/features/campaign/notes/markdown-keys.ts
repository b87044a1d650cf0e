import {
  EditorSelection,
  type EditorState,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';

/** "**" or "*". */
export const toggleMark =
  (mark: '*' | '**'): StateCommand =>
  ({ state, dispatch }) => {
    const change = state.changeByRange(({ from, to }) => {
      const before = /\**$/u.exec(state.sliceDoc(Math.max(0, from - 3), from))?.[0].length ?? 0;
      const behind = /^\**/u.exec(state.sliceDoc(to, to + 3))?.[0].length ?? 0;
      const isLeft = from === to && isOpenBefore(state, from, mark);
      if (isLeft && behind === mark.length)
        return { changes: [], range: EditorSelection.cursor(to + mark.length) };
      if (isLeft && behind === 0)
        return {
          changes: [{ from, insert: mark }],
          range: EditorSelection.cursor(from + mark.length),
        };
      const isMarked = (Math.min(before, behind) & mark.length) !== 0;
      const changes = isMarked
        ? [
            { from: from - mark.length, to: from },
            { from: to, to: to + mark.length },
          ]
        : [
            { from, insert: mark },
            { from: to, insert: mark },
          ];
      const by = isMarked ? -mark.length : mark.length;
      return { changes, range: EditorSelection.range(from + by, to + by) };
    });
    dispatch(state.update(change, { userEvent: 'input', scrollIntoView: true }));
    return true;
  };

/** Text after an opening mark on this line: the same key ends the mark, as in other editors. */
function isOpenBefore(state: EditorState, at: number, mark: '*' | '**'): boolean {
  const before = state.sliceDoc(state.doc.lineAt(at).from, at);
  if (/(?:^|\s|\*)$/u.test(before)) return false;
  const runs = [...before.matchAll(/\*+/gu)].filter(([run]) => (run.length & mark.length) !== 0);
  return runs.length % 2 === 1;
}

const START = /^(\s*)(?:([-*+])|(\d{1,9})([.)])|(>))(\s+)(\[[ xX]\]\s+)?/u;

/** On an empty line, Enter ends the list. */
export const continueLines: StateCommand = ({ state, dispatch }) => {
  const continued = continuedLine(state);
  if (continued === null) return false;
  dispatch(state.update(continued, { userEvent: 'input', scrollIntoView: true }));
  return true;
};

function continuedLine(state: EditorState): TransactionSpec | null {
  const { from, to, empty } = state.selection.main;
  const line = state.doc.lineAt(from);
  const start = START.exec(line.text);
  if (state.selection.ranges.length > 1 || to > line.to || start === null) return null;
  const [whole, indent = '', bullet, number, stop = '', quote = '', gap = '', task] = start;
  if (from < line.from + whole.length) return null;
  if (empty && line.text.trim() === whole.trim()) {
    return { changes: { from: line.from, to: line.to }, selection: { anchor: line.from } };
  }
  const mark = bullet ?? (number === undefined ? quote : `${Number(number) + 1}${stop}`);
  const next = `${state.lineBreak}${indent}${mark}${gap}${task === undefined ? '' : '[ ] '}`;
  return { changes: { from, to, insert: next }, selection: { anchor: from + next.length } };
}
