import type { ErasedVoice, VoiceSheet } from '#contract/voices.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { done, fails, unreachable } from '../kit/outcomes.ts';
import { voiceErasureMachine } from './voice-erasure.machine.ts';
import { voiceErasureInvariants } from './voice-erasure.rules.ts';

const session = { id: '01900000-0000-7000-8000-000000000003', title: 'Session 3' };
const anotherSession = { id: '01900000-0000-7000-8000-000000000004', title: 'Session 4' };
const liam = { speakerId: 'liam', label: 'Liam', lineCount: 212, seconds: 1840 };
const dana = { speakerId: 'dana', label: 'Dana', lineCount: 480, seconds: 5200 };

const sheet: VoiceSheet = {
  transcriptId: '01900000-0000-7000-8000-00000000f020',
  voices: [dana, liam],
  erased: [],
};
const erasedAs = (sound: ErasedVoice['sound']): VoiceSheet => ({
  ...sheet,
  voices: [dana],
  erased: [
    {
      id: '01900000-0000-7000-8000-00000000f021',
      label: liam.label,
      lineCount: liam.lineCount,
      seconds: liam.seconds,
      sound,
      erasedAt: '2026-03-01T20:00:00.000Z',
    },
  ],
});
const analysisRuns = fails(
  'an analysis runs',
  'analysisRunning',
  'An analysis of this session is running. Wait for it, or cancel it.',
);

export const voiceErasureFlow = defineFlow({
  name: 'voice-erasure',
  title: 'Erasing a voice',
  group: 'Sessions and notes',
  paragraph:
    'Someone at the table does not want to be recorded. Their lines are deleted from transcripts, and ' +
    'everything based on those lines from analyses, notes and their history. The recording is silenced ' +
    'where they spoke. This cannot be undone; a record says when it was done.',
  requirements: ['R2.34'],
  story: ['closed', 'open.loading', 'open.choosing', 'open.confirming', 'open.erasing', 'open.choosing'],
  synonyms: {
    voice: ['GDPR', 'remove a person', 'privacy', 'anonymise'],
    erase: ['delete my voice', 'silence'],
  },
  machine: voiceErasureMachine,
  events: {
    'voices.opened': [
      { name: 'the user wants to erase a voice', event: { type: 'voices.opened', session } },
      {
        name: 'the user wants to erase a voice in another session',
        event: { type: 'voices.opened', session: anotherSession },
      },
    ],
    'voices.closed': 'the user closes the dialog',
    retry: 'the user reloads the voices',
    'voice.chosen': [
      { name: 'the user chooses a voice', event: { type: 'voice.chosen', speakerId: liam.speakerId } },
    ],
    'voice.left': 'the user decides to keep the voice',
    'erasure.confirmed': 'the user erases the voice',
    'silencing.requested': 'the user retries the silencing',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readVoices: [
      done('two people speak', sheet),
      done('the recording is being silenced', erasedAs('silencing')),
      done('the recording is silent', erasedAs('silenced')),
      done('the recording could not be silenced', erasedAs('failed')),
      unreachable,
    ],
    eraseVoice: [
      done('the voice is erased, there was no recording', erasedAs('none')),
      done('the voice is erased, the recording is being silenced', erasedAs('silencing')),
      analysisRuns,
      unreachable,
    ],
    followErasure: [done('the voice is erased', erasedAs('none')), analysisRuns, unreachable],
    silenceVoices: [done('silencing starts again', erasedAs('silencing')), unreachable],
  },
  alike: {
    readVoices: { 'the server cannot be reached': ['notFound'] },
    eraseVoice: { 'an analysis runs': ['notFound', 'voiceUnknown'] },
    followErasure: { 'an analysis runs': ['notFound', 'voiceUnknown'] },
    silenceVoices: { 'the server cannot be reached': ['notFound'] },
  },
  guards: {
    isSameSession: 'It is the session whose voice is being erased.',
    isVoice: 'The speaker is in the transcript.',
    isSilencing: 'The recording is being silenced for an erased voice.',
    hasFailed: 'The recording could not be silenced for an erased voice.',
  },
  invariants: voiceErasureInvariants,
});
