import type { Instruction, InstructionStatus } from '#contract/instructions.ts';
import { defineFlow } from '../kit/catalogue.ts';
import { cutOff, done, goneAt } from '../kit/outcomes.ts';
import { instructionMachine } from './instruction.machine.ts';
import { instructionEquivalents, instructionInvariants } from './instruction.rules.ts';
import type { InstructionContext } from './instruction.setup.ts';

const place = {
  sessionId: '01900000-0000-7000-8000-00000000c001',
  campaignId: '01900000-0000-7000-8000-000000000002',
  title: 'Session 3',
};
const elsewhere = { ...place, sessionId: '01900000-0000-7000-8000-00000000c002', title: 'Session 4' };
const asked: Instruction = {
  id: '01900000-0000-7000-8000-00000000e001',
  text: 'Bryce is a woman',
  state: 'writing',
  progress: 0.5,
  failure: null,
  proposed: 0,
  dropped: 0,
  unread: 0,
  fixes: [],
};
const status = (instruction: Instruction | null): InstructionStatus => ({
  writer: { model: 'toy', sends: { what: 'nothing' } },
  instruction,
});
const underWay = status(asked);
const proposed = status({
  ...asked,
  state: 'done',
  progress: 1,
  proposed: 3,
  dropped: 1,
  fixes: [{ wrong: 'Brice', right: 'Bryce' }],
});
const nothing = status({ ...asked, state: 'done', progress: 1 });
const failed = status({ ...asked, text: 'Shorten the fight', state: 'failed', failure: 'unusable' });
const queued = status({ ...asked, state: 'waiting', progress: 0 });

export const instructionFlow = defineFlow({
  name: 'instruction',
  title: 'Changes to notes by instruction',
  group: 'Sessions and notes',
  paragraph:
    'With a language model, users say what should be different in their notes, such as “shorten the fight”. The model ' +
    'proposes changes, which wait among the suggestions, where each is accepted, rejected or undone. Names that are ' +
    'wrong everywhere go to “Fix a name”. It costs no credits.',
  requirements: ['D18'],
  story: [
    'closed',
    'open.reading',
    'open.writing',
    'open.sending',
    'open.following.waiting',
    'open.following.asking: after(pollInterval)',
    'open.proposed',
  ],
  next: { 'proposal-review': 'changes are proposed', 'name-correction': 'a name is wrong everywhere' },
  synonyms: { instruction: ['prompt', 'command', 'ask the AI', 'rewrite'] },
  machine: instructionMachine,
  events: {
    'instruction.opened': [
      { name: 'the user opens the dialog', event: { type: 'instruction.opened', place } },
      {
        name: 'the user opens the dialog of another session',
        event: { type: 'instruction.opened', place: elsewhere },
      },
    ],
    'instruction.closed': 'the user closes the dialog',
    retry: 'the user tries again',
    'text.submitted': [
      {
        name: 'the user gives the instruction',
        event: { type: 'text.submitted', text: 'Bryce is a woman' },
      },
      { name: 'the field is empty', event: { type: 'text.submitted', text: ' ' } },
    ],
    'cancel.requested': 'the user cancels',
    'another.requested': 'the user wants something else changed',
    'page.returned': 'the user comes back to the page',
    'user.left': 'the user is signed out',
  },
  outcomes: {
    readInstruction: [
      done('nothing has been asked', status(null)),
      done('the model is at work', underWay),
      done('changes are proposed', proposed),
      done('nothing has to change', nothing),
      done('the model failed', failed),
      cutOff,
      goneAt('the session is gone'),
    ],
    giveInstruction: [done('it waits for the model', queued), cutOff],
    followGiving: [done('it waits for the model', queued), cutOff],
    endInstruction: [done('the model has stopped', status(null)), cutOff],
  },
  alike: {
    giveInstruction: { 'the server cannot be reached': ['notFound', 'conflict', 'tooManyRequests'] },
    followGiving: { 'the server cannot be reached': ['notFound', 'conflict', 'tooManyRequests'] },
    endInstruction: { 'the server cannot be reached': ['notFound'] },
  },
  guards: {
    hasText: 'Something is written.',
    isSameSession: 'It is the session whose instruction is on its way.',
    passesByItself: 'The server was not reached, or is busy for a while.',
    isUnderWay: 'The language model has not finished.',
    mayBeAtWork: 'The language model has not finished, or this is not known.',
    isDone: 'The language model has proposed what it can.',
    hasFailed: 'The language model failed.',
  },
  words: {
    readInstruction: 'asking how far it is',
    giveInstruction: 'giving the instruction',
    followGiving: 'giving the instruction',
    endInstruction: 'cancelling',
    status: '',
    text: 'instruction',
  },
  // Left out is how many requests in a row failed, which only lengthens pauses, and the words of failures.
  abstraction: ({ place: at, text, status: known, unanswered, failure }: InstructionContext) => ({
    isUnanswered: unanswered > 0,
    at: at?.sessionId,
    text,
    state: known?.instruction?.state,
    hasFailed: failure !== null,
  }),
  invariants: instructionInvariants,
  equivalents: instructionEquivalents,
});
