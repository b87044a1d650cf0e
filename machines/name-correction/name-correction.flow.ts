import type { Correction, CorrectionHit, CorrectionPreview } from '#contract/corrections.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, fails, unreachable } from '../kit/outcomes.ts';
import { nameCorrectionMachine } from './name-correction.machine.ts';
import { nameCorrectionInvariants } from './name-correction.rules.ts';

const campaignId = '01900000-0000-7000-8000-000000000002';
const session = { id: '01900000-0000-7000-8000-000000000003', title: 'Session 3' };
const place = { kind: 'transcript', session, label: 'Dana', startMs: 754_000 } as const;
const exact: CorrectionHit = {
  id: 'exact',
  certainty: 'exact',
  place,
  before: 'We ride to ',
  match: 'Eeman',
  after: ' before dusk.',
  replacement: 'Emon',
  count: 1,
};
const inNotes: CorrectionHit = {
  ...exact,
  id: 'notes',
  place: { kind: 'notes', session, label: 'Story', startMs: null },
  before: 'The gates of ',
  after: ' are closed.',
};
const inflected: CorrectionHit = {
  ...exact,
  id: 'inflected',
  certainty: 'inflected',
  match: 'Eeman’s',
  replacement: 'Emon’s',
};
const alike: CorrectionHit = { ...exact, id: 'alike', certainty: 'phonetic', match: 'Amon' };
const preview: CorrectionPreview = {
  hits: [exact, inNotes, inflected, alike],
  more: 0,
  knownKind: null,
  likelyKind: null,
};
const made: Correction = {
  id: '01900000-0000-7000-8000-00000000e001',
  wrong: 'Eeman',
  right: 'Emon',
  automatic: false,
  changed: 2,
  sessions: 1,
  remembered: true,
  createdAt: '2026-03-12T20:00:00.000Z',
  undoneAt: null,
  left: [],
};
const undone: Correction = { ...made, undoneAt: '2026-03-12T20:01:00.000Z' };
export const nameCorrectionFlow = defineFlow({
  name: 'name-correction',
  title: 'Correcting a name everywhere',
  group: 'Sessions and notes',
  paragraph:
    'A name was transcribed wrong. The game master enters the wrong name and the right one. The dialog ' +
    'shows the occurrences in all sessions, at most 5,000 at a time, with the exact ones ticked, and ' +
    'corrects the chosen ones at once. The glossary learns the name unless the user says no, so the ' +
    'next transcript has it right. Everything can be undone, even days later from the glossary.',
  requirements: ['R2.34'],
  synonyms: {
    name: ['rename', 'misspelt', 'typo', 'glossary'],
  },
  machine: nameCorrectionMachine,
  events: {
    'correction.opened': [
      {
        name: 'the user wants to correct a name',
        event: { type: 'correction.opened', campaignId, wrong: '' },
      },
    ],
    'correction.closed': 'the user closes the dialog',
    'search.requested': [
      {
        name: 'the user enters both names',
        event: { type: 'search.requested', wrong: 'Eeman', right: 'Emon' },
      },
      {
        name: 'the user leaves the right name empty',
        event: { type: 'search.requested', wrong: 'Eeman', right: ' ' },
      },
    ],
    'hits.toggled': [
      { name: 'the user unticks one place', event: { type: 'hits.toggled', ids: [inNotes.id] } },
      { name: 'the user ticks what sounds alike', event: { type: 'hits.toggled', ids: [alike.id] } },
    ],
    'remember.toggled': 'the user does not want the glossary to learn it',
    'kind.chosen': [
      { name: 'the user says that it is a place', event: { type: 'kind.chosen', kind: 'location' } },
    ],
    'correction.requested': 'the user corrects the chosen places',
    'words.requested': 'the user goes back to the names',
    'undo.requested': 'the user undoes it',
    'another.requested': 'the user corrects another name',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    findHits: [
      done('it is in some places', preview),
      done('it is nowhere', { hits: [], more: 0, knownKind: null, likelyKind: null }),
      done('only similar names are there, and the right one is known', {
        hits: [alike],
        more: 12,
        knownKind: 'faction',
        likelyKind: null,
      }),
      unreachable,
    ],
    correctHits: [
      done('all are corrected', made),
      fails(
        'a text has changed since the preview',
        'correctionOutdated',
        'Some of these texts have changed since the preview. Nothing was corrected. Check the new preview.',
      ),
      unreachable,
    ],
    undoCorrection: [
      done('everything is restored', undone),
      done('one text has changed since', { ...undone, left: [inNotes.place] }),
      unreachable,
    ],
  },
  alike: {
    findHits: {
      'the server cannot be reached': [
        'notFound',
        'internal',
        'correctionOutdated',
        'analysisRunning',
        'correctionUnfit',
        'glossaryFull',
      ],
    },
    correctHits: {
      'the server cannot be reached': [
        'notFound',
        'internal',
        'analysisRunning',
        'correctionUnfit',
        'glossaryFull',
      ],
    },
    undoCorrection: { 'the server cannot be reached': ['notFound', 'analysisRunning'] },
  },
  guards: {
    areNames: 'Both names are given, and they differ.',
    foundNone: 'The name is nowhere.',
    isOutdated: 'Texts changed while the user chose.',
    isNewName: 'The name is not in the glossary yet, which will learn it.',
    hasChosen: 'At least one place is ticked.',
    areKnown: 'The preview has these places.',
    cameTooLate: 'The server says that a text has changed since the preview.',
  },
  // Left out are the names, and what the chosen one is: no guard reads them.
  abstraction: ({ preview, chosen, isOutdated, made, remember }) => ({
    remember,
    knownKind: preview?.knownKind,
    hits: preview?.hits.length,
    chosen: chosen.toSorted(),
    isOutdated,
    isMade: made !== null,
  }),
  invariants: nameCorrectionInvariants,
});
