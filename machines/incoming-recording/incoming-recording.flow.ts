import { defineFlow } from '../kit/catalogue.ts';
import { breaksAt, cutOff, done, emits, fails } from '../kit/outcomes.ts';
import { incomingRecordingMachine } from './incoming-recording.machine.ts';
import { incomingRecordingInvariants } from './incoming-recording.rules.ts';
import type { Incoming } from './incoming-recording.setup.ts';

const campaignId = '01900000-0000-7000-8000-000000000002';
const sessionId = '01900000-0000-7000-8000-00000000c001';
const recording: Incoming = {
  key: '1772000000000',
  names: ['Recording 12.m4a'],
  sizeBytes: 34_560_000,
  isAudio: true,
  intended: null,
};
const place = { campaignId, campaignTitle: '', sessionId };

export const incomingRecordingFlow = defineFlow({
  name: 'incoming-recording',
  title: 'A recording from another app',
  group: 'Sessions and notes',
  paragraph:
    'On a phone, the installed app can be chosen where another app shares a recording. This browser ' +
    'keeps what was sent, also before the user has signed in and over a reload. The user chooses a ' +
    'campaign and a session, new or still empty, and the recording goes to its upload. It is deleted ' +
    'here once the server has accepted it.',
  requirements: ['R1.7', 'D1'],
  story: ['closed', 'looking', 'offered', 'placing', 'taking', 'handedOver', 'removing', 'looking', 'closed'],
  next: { upload: 'the recording is used' },
  synonyms: { share: ['share target', 'send to', 'share sheet', 'voice memo'] },
  machine: incomingRecordingMachine,
  events: {
    'user.arrived': [
      { name: 'the user is signed in', event: { type: 'user.arrived', problem: null } },
      {
        name: 'the user arrives with a recording that was missed',
        event: { type: 'user.arrived', problem: 'missed' },
      },
    ],
    'user.left': 'the user is signed out',
    'place.chosen': [
      { name: 'the user chooses a session', event: { type: 'place.chosen', place } },
      {
        name: 'the user chooses a new session',
        event: { type: 'place.chosen', place: { ...place, sessionId: null } },
      },
      {
        name: 'the user chooses a new campaign',
        event: {
          type: 'place.chosen',
          place: { campaignId: null, campaignTitle: 'The Quiet Bell', sessionId: null },
        },
      },
    ],
    discard: 'the user discards the recording',
    undo: 'the user restores it',
    dismiss: 'the user has read it',
    'upload.stored': 'sentByActor',
    'upload.dropped': 'sentByActor',
  },
  outcomes: {
    findIncoming: [
      done('there is nothing', null),
      done('there is a recording', recording),
      done('there is a file that is no recording', { ...recording, names: ['map.pdf'], isAudio: false }),
      breaksAt('the browser keeps nothing'),
    ],
    createCampaign: [done('it is created', { campaignId }), cutOff],
    createSession: [done('it is created', { sessionId }), cutOff],
    takeFile: [
      done('the file is ready', { key: 'file-1', name: 'Recording 12.m4a', sizeBytes: recording.sizeBytes }),
      fails(
        'it is no longer there',
        'incomingGone',
        'This recording is no longer in this browser. Share it from the other app again.',
      ),
    ],
    upload: [
      emits('the server has the recording', { type: 'upload.stored' }),
      emits('the upload is discarded', { type: 'upload.dropped' }),
      breaksAt('it breaks'),
    ],
    removeIncoming: [done('it is removed', undefined), breaksAt('the browser keeps it')],
  },
  alike: {
    createCampaign: { 'the server cannot be reached': ['quotaReached'] },
    createSession: { 'the server cannot be reached': ['notFound', 'quotaReached'] },
  },
  guards: {
    isAudio: 'All that was sent are recordings.',
    isThere: 'Something was sent.',
    hasProblem: 'A recording was sent that this browser could not keep.',
    isNewCampaign: 'The campaign is new.',
    isNewSession: 'The session is new.',
  },
  // Left out are names and sizes of files: no guard reads them.
  abstraction: ({ problem, incoming, place: chosen, file, failure }) => ({
    problem,
    isAudio: incoming?.isAudio ?? null,
    campaign: chosen?.campaignId ?? null,
    session: chosen?.sessionId ?? null,
    isChosen: chosen !== null,
    hasFile: file !== null,
    failure: failure?.code ?? null,
  }),
  invariants: incomingRecordingInvariants,
  sees: { closed: 'No recording is offered.' },
});
