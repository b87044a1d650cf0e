import type { SnapshotFrom } from 'xstate';
import type { prepSheetMachine } from './prep-sheet.machine.ts';

type PrepSheetSnapshot = SnapshotFrom<typeof prepSheetMachine>;

type LinesState = PrepSheetSnapshot['value']['lines'];

export const selectLines = (snapshot: PrepSheetSnapshot): LinesState => snapshot.value.lines;

type CopyState = PrepSheetSnapshot['value']['copy'];

export const selectCopy = (snapshot: PrepSheetSnapshot): CopyState => snapshot.value.copy;
