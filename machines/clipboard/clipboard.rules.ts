import { type Invariant, remembering } from '../kit/catalogue.ts';

export const clipboardInvariants: readonly Invariant<object>[] = [
  remembering({
    name: 'confirms only a text that is in the clipboard, for at most 3000 ms',
    requirement: 'R9.8',
    start: { isWritten: false, shown: 0 },
    after: ({ isWritten, shown }, { cause, isIn, started, waited }) => ({
      isWritten: started.length === 0 && (isWritten || cause === 'writeText: the text is in the clipboard'),
      shown: isIn('copied') ? Math.min(3000, shown + waited) : 0,
    }),
    holds: ({ isIn }, { isWritten, shown }) => !isIn('copied') || (isWritten && shown < 3000),
  }),
  {
    name: 'says so when the browser refuses',
    requirement: 'R8.10',
    holds: ({ cause, isIn }) => cause !== 'writeText: the browser refuses' || isIn('failed'),
  },
];
