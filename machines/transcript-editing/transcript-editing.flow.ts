import { defineFlow } from '../kit/catalogue.ts';
import { done, unreachable } from '../kit/outcomes.ts';
import { transcriptEditingMachine } from './transcript-editing.machine.ts';
import { transcriptEditingInvariants } from './transcript-editing.rules.ts';
import type { OpenedLine } from './transcript-editing.setup.ts';

const transcriptId = '01900000-0000-7000-8000-000000000004';
const second: OpenedLine = {
  id: 's2',
  text: 'I ride down to the gate. Is anyone awake?',
  originalText: 'I ride down to the gait. Is anyone awake?',
  speakerId: 'p2',
  next: { id: 's3', text: 'A guard opens a hatch.' },
};
const last: OpenedLine = {
  id: 's3',
  text: 'A guard opens a hatch.',
  originalText: null,
  speakerId: 'p1',
  next: null,
};
const changed = {
  code: 'lineChanged',
  message:
    'This line has changed since you opened it. Compare both versions, then save yours or keep the other.',
};

export const transcriptEditingFlow = defineFlow({
  name: 'transcript-editing',
  title: 'Editing a transcript',
  group: 'Sessions and notes',
  paragraph:
    'The user corrects the words or the speaker of a transcript line in place, splits it, joins it with ' +
    'the next one or deletes it. Evidence stays with its words. The original words stay visible beside ' +
    'the line, and every edit can be undone, the last one first.',
  requirements: ['R2.34'],
  synonyms: {
    line: ['subtitle', 'sentence'],
    edit: ['correct', 'change text'],
  },
  machine: transcriptEditingMachine,
  events: {
    'line.opened': [
      { name: 'the user edits a line', event: { type: 'line.opened', transcriptId, line: second } },
      { name: 'the user edits the last line', event: { type: 'line.opened', transcriptId, line: last } },
    ],
    'words.changed': [
      {
        name: 'the user corrects the words',
        event: { type: 'words.changed', text: 'I creep down to the gate. Is anyone awake?' },
      },
      { name: 'the user empties the form', event: { type: 'words.changed', text: ' ' } },
    ],
    'speaker.chosen': [
      {
        name: 'the user corrects the speaker',
        event: { type: 'speaker.chosen', speakerId: 'p1' },
      },
    ],
    'save.requested': 'the user saves',
    'editing.cancelled': 'the user cancels',
    'line.split': [{ name: 'the user splits the line', event: { type: 'line.split', at: 12 } }],
    'line.joined': 'the user joins the next line',
    'line.deleted': 'the user deletes the line',
    'mine.chosen': 'the user saves their own words',
    'theirs.chosen': 'the user keeps the other version',
    'undo.requested': [
      {
        name: 'the user undoes the last edit',
        event: {
          type: 'undo.requested',
          transcriptId,
          edit: { id: '01900000-0000-7000-8000-00000000ed17', kind: 'deleted' },
        },
      },
    ],
    'user.left': 'the user is signed out',
  },
  outcomes: {
    changeLines: [
      done('the lines are changed', null),
      {
        name: 'another user changed the line',
        type: 'error',
        error: {
          ...changed,
          details: {
            lines: [
              { id: 's2', text: 'I run down to the gate.', speakerId: 'p2' },
              { id: 's3', text: 'A guard opens a window.', speakerId: 'p1' },
            ],
          },
        },
      },
      {
        name: 'another user deleted the line',
        type: 'error',
        error: { ...changed, details: { lines: [] } },
      },
      unreachable,
    ],
    undoEdit: [done('the edit is undone', null), unreachable],
  },
  alike: {
    changeLines: { 'the server cannot be reached': ['notFound', 'analysisRunning', 'lineUnfit'] },
    undoEdit: { 'the server cannot be reached': ['notFound', 'analysisRunning', 'lineChanged'] },
  },
  guards: {
    isUnchanged: 'Words and speaker are unchanged.',
    hasWords: 'There are words.',
    hasTwoParts: 'There are words before and after the cursor.',
    canJoin: 'There are words, and a line after it.',
    hasFollowing: 'The user has opened another line.',
    mayReplace: 'There are words, and the line is still there.',
    cameTooLate: 'The server says that the line has changed.',
  },
  // Left out are the words of lines and drafts: guards and rules read only whether there are any, and whether they are those of the line.
  abstraction: ({ line, draft, change, following, theirs, failure }) => ({
    line: line?.id,
    isTextChanged: draft?.text !== line?.text,
    isSpeakerChanged: draft?.speakerId !== line?.speakerId,
    hasWords: draft !== null && draft.text.trim() !== '',
    change: change && [change.lines.length, change.texts.length],
    following: following?.line.id,
    hasTheirs: theirs !== null,
    hasFailed: failure !== null,
  }),
  invariants: transcriptEditingInvariants,
});
