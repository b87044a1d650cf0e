import type { CastPerson, CastSheet, CastSpeaker } from '#contract/speakers.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, staleAt, unreachable } from '../kit/outcomes.ts';
import { speakerMappingMachine } from './speaker-mapping.machine.ts';
import { speakerMappingInvariants } from './speaker-mapping.rules.ts';

const campaignId = '01900000-0000-7000-8000-000000000002';
const session = { id: '01900000-0000-7000-8000-000000000003', title: 'Session 3' };

const dana: CastPerson = {
  id: '01900000-0000-7000-8000-00000000f001',
  player: 'Dana',
  role: 'gm',
  characters: [],
};
const liam: CastPerson = {
  id: '01900000-0000-7000-8000-00000000f002',
  player: 'Liam',
  role: 'player',
  characters: ['Pike'],
};
const speaker = { isLasting: true, samples: [], soundsLike: null };
const danaSpeaks: CastSpeaker = {
  ...speaker,
  label: 'DANA',
  share: 58,
  personId: dana.id,
  character: null,
  source: 'known',
  suggestion: null,
};
const liamSpeaks: CastSpeaker = {
  ...speaker,
  label: 'LIAM',
  share: 42,
  samples: [{ startMs: 754_000, endMs: 758_000, text: 'I keep one hand on my sword all the way.' }],
  personId: null,
  character: null,
  source: 'none',
  suggestion: 'Pike',
};
const before: CastSheet = {
  revision: 3,
  people: [dana],
  speakers: [danaSpeaks, liamSpeaks],
  canBeHeard: false,
  gameMaster: null,
  undo: null,
  tellsVoicesApart: true,
  memory: { people: [] },
  voices: {
    transcriptId: '01900000-0000-7000-8000-00000000f003',
    heard: 2,
    choices: [1, 2, 3],
    undo: null,
    version: null,
  },
};
const apart: CastSheet = {
  ...before,
  speakers: [
    danaSpeaks,
    liamSpeaks,
    { ...liamSpeaks, label: 'Speaker 3', share: 0, samples: [], isLasting: false, suggestion: null },
  ],
  voices: {
    transcriptId: '01900000-0000-7000-8000-00000000f003',
    heard: 3,
    choices: [1, 2, 3],
    undo: 'count',
    version: 'b1946ac92492d2347c6235b4d2611184',
  },
};
const agreedAt = '2026-11-20T20:00:00.000Z';
const remembering: CastSheet = {
  ...before,
  memory: { people: [{ personId: dana.id, agreedAt, evenings: 1 }] },
};
/** The next evening: one label says nothing, but the voice is known. */
const heardAgain: CastSheet = {
  ...before,
  people: [dana, liam],
  speakers: [
    { ...danaSpeaks, personId: null, source: 'none', soundsLike: dana.id },
    { ...liamSpeaks, soundsLike: liam.id },
  ],
  memory: { people: [dana, liam].map(({ id }) => ({ personId: id, agreedAt, evenings: 1 })) },
};
const after: CastSheet = {
  ...before,
  revision: 4,
  people: [dana, liam],
  speakers: [
    danaSpeaks,
    { ...liamSpeaks, personId: liam.id, character: 'Pike', source: 'chosen', suggestion: null },
  ],
  undo: 'accepted',
};
const stale = staleAt('the cast was changed elsewhere');

export const speakerMappingFlow = defineFlow({
  name: 'speaker-mapping',
  title: 'Speakers and characters',
  group: 'Sessions and notes',
  paragraph:
    'A transcript has speakers, a campaign has players, and players have characters. The game master ' +
    'says once who is who, or answers what the analysis asks. Transcript, quotes, notes and later ' +
    'sessions then use those names. If voices of a recording were confused, they are told apart for ' +
    'another number of people, merged or split. If those at the table agreed, the campaign remembers ' +
    'how they sound, and suggests who is who the next time. The last change can be undone.',
  requirements: ['R2.34'],
  story: ['closed', 'open.loading', 'open.shown', 'open.changing', 'open.shown'],
  synonyms: {
    speaker: ['voice', 'who speaks', 'who plays'],
    character: ['player character', 'cast'],
  },
  machine: speakerMappingMachine,
  events: {
    'cast.opened': [
      {
        name: 'the user wants to say who is who',
        event: { type: 'cast.opened', campaignId, session },
      },
    ],
    'cast.closed': 'the user closes the dialog',
    retry: 'the user tries again',
    'speaker.assigned': [
      {
        name: 'the user says who a speaker is and which character they play',
        event: { type: 'speaker.assigned', label: 'LIAM', player: 'Liam', role: 'player', character: 'Pike' },
      },
      {
        name: 'the user leaves the player empty',
        event: { type: 'speaker.assigned', label: 'LIAM', player: ' ', role: 'player', character: 'Pike' },
      },
    ],
    'speaker.cleared': [
      {
        name: 'the user says that a speaker is someone else',
        event: { type: 'speaker.cleared', label: 'DANA' },
      },
    ],
    'suggestion.accepted': [
      {
        name: 'the user says yes to the engine’s question',
        event: { type: 'suggestion.accepted', label: 'LIAM', character: 'Pike' },
      },
    ],
    'suggestion.rejected': [
      {
        name: 'the user says no to the engine’s question',
        event: { type: 'suggestion.rejected', label: 'LIAM', character: 'Pike' },
      },
    ],
    'person.saved': [
      {
        name: 'the user adds a person',
        event: { type: 'person.saved', personId: null, player: 'Mira', role: 'guest', characters: ['Wren'] },
      },
      {
        name: 'the user adds a person without a name',
        event: { type: 'person.saved', personId: null, player: ' ', role: 'player', characters: [] },
      },
    ],
    'person.removed': [
      { name: 'the user removes a person', event: { type: 'person.removed', personId: dana.id } },
    ],
    'undo.requested': 'the user undoes the last change',
    'voices.counted': [
      {
        name: 'the user says that three people speak',
        event: { type: 'voices.counted', people: 3 },
      },
    ],
    'voices.merged': [
      {
        name: 'the user says that two voices are one person',
        event: { type: 'voices.merged', label: 'LIAM', into: 'DANA' },
      },
    ],
    'voice.split': [
      { name: 'the user says that a voice is two people', event: { type: 'voice.split', label: 'LIAM' } },
    ],
    'voices.undone': 'the user undoes the change of voices',
    'voices.recognized': [
      {
        name: 'the user says that voices are who they sound like',
        event: { type: 'voices.recognized', label: null },
      },
      { name: 'the user says so of one voice', event: { type: 'voices.recognized', label: 'DANA' } },
    ],
    'voices.agreed': [
      {
        name: 'a person agreed that their voice is remembered',
        event: { type: 'voices.agreed', personIds: [dana.id] },
      },
    ],
    'voices.forgotten': [
      { name: 'the user has a voice forgotten', event: { type: 'voices.forgotten', personId: dana.id } },
      { name: 'the user has all voices forgotten', event: { type: 'voices.forgotten', personId: null } },
    ],
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readCast: [
      done('some speakers are known', before),
      done('a voice sounds like somebody', heardAgain),
      done('there are no speakers and no people', {
        revision: 0,
        people: [],
        speakers: [],
        canBeHeard: false,
        gameMaster: null,
        undo: null,
        tellsVoicesApart: true,
        memory: null,
        voices: null,
      }),
      unreachable,
    ],
    changeCast: [done('it is changed', after), stale, unreachable],
    undoCast: [done('everything is restored', { ...before, revision: 5 }), stale, unreachable],
    changeVoices: [
      done('there is one voice more', apart),
      done('the voices are as they were', before),
      stale,
      unreachable,
    ],
    changeMemory: [
      done('a voice is remembered', remembering),
      done('no voice is remembered', before),
      unreachable,
    ],
  },
  alike: {
    changeMemory: { 'the server cannot be reached': ['notFound', 'voicesNotRemembered'] },
    changeVoices: {
      'the server cannot be reached': ['notFound', 'analysisRunning', 'voicesUnfit', 'nothingToUndo'],
    },
    readCast: { 'the server cannot be reached': ['notFound'] },
    changeCast: {
      'the server cannot be reached': ['notFound', 'personExists', 'castFull', 'preconditionRequired'],
    },
    undoCast: { 'the server cannot be reached': ['notFound', 'nothingToUndo', 'preconditionRequired'] },
  },
  guards: {
    isNamed: 'The player has a name.',
    isSpeaker: 'This speaker is in the transcript.',
    isNamedSpeaker: 'This speaker is in the transcript, and the player has a name.',
    isKnownSpeaker: 'It is known who this speaker is, or the voice sounds like somebody.',
    isRecognized: 'The voice sounds like somebody who agreed to be known again.',
    canAgree:
      'Voices can be remembered here; those who agreed are in the cast, and their voices are not remembered yet.',
    isRemembered: 'The voice is remembered.',
    isSuggested: 'The analysis asks whether this speaker plays this character.',
    isPerson: 'The person is in the cast.',
    isOtherNumber: 'The recording can be told apart for this number of people, and is not so now.',
    areTwoVoices: 'These are two different voices of the transcript.',
    canBeSplit: 'The sound of this recording was told apart, and the voice is in its transcript.',
    hasVoicesUndo: 'There is a change of voices to undo.',
    hasUndo: 'There is a change to undo.',
    lacksSpeakers: 'The session has no transcript with speakers yet.',
    isOutdated: 'The cast was changed somewhere else.',
    cameTooLate: 'The server says that the cast was changed somewhere else.',
  },
  invariants: speakerMappingInvariants,
});
