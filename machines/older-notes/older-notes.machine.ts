import type { OlderNotes } from '#contract/older-notes.ts';
import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { chosenIn, nothingKnown, olderNotesSetup } from './older-notes.setup.ts';

const answer = ({ event }: { event: { output: OlderNotes } }) => ({ known: event.output });
const keepKnown = { type: 'keepKnown', params: answer } as const;
const place = ({ event }: { event: { campaignId: string } }) => ({ campaignId: event.campaignId });
const readAgain = { target: 'reading', actions: { type: 'moveTo', params: place } } as const;
const ofCampaign = ({ context }: { context: { campaignId: string | null } }) => ({
  campaignId: context.campaignId,
});

export const olderNotesMachine = olderNotesSetup.createMachine({
  id: 'olderNotes',
  context: nothingKnown,
  initial: 'away',
  on: {
    'user.left': { target: '.away', actions: 'forget' },
    'place.opened': {
      guard: { type: 'isElsewhere', params: place },
      target: '.reading',
      reenter: true,
      actions: { type: 'moveTo', params: place },
    },
  },
  states: {
    away: { description: 'No campaign has been opened.', tags: tag.idle },
    reading: {
      description:
        'Asks how many sessions of the campaign have no written notes, and whether some are being written.',
      tags: tag.busy,
      invoke: {
        id: 'readOlderNotes',
        src: 'readOlderNotes',
        input: ofCampaign,
        onDone: [
          { guard: { type: 'isRunning', params: answer }, target: 'running', actions: keepKnown },
          { guard: { type: 'hasEnded', params: answer }, target: 'ended', actions: keepKnown },
          { guard: { type: 'canOffer', params: answer }, target: 'offered', actions: keepKnown },
          { target: 'quiet', actions: keepKnown },
        ],
        onError: 'quiet',
      },
    },
    quiet: {
      description:
        'Nothing is shown: no language model can write here, all sessions have written notes, or it is not known.',
      tags: tag.idle,
      on: { 'place.opened': readAgain },
    },
    offered: {
      description: 'The campaign’s page offers to write the notes of its older sessions.',
      tags: tag.waiting,
      on: { 'choice.opened': 'planning', 'place.opened': readAgain },
      exit: 'forgetFailure',
    },
    planning: {
      description: 'Reads which sessions have no written notes, and what each costs and takes.',
      tags: tag.busy,
      invoke: {
        id: 'planOlderNotes',
        src: 'planOlderNotes',
        input: ofCampaign,
        onDone: {
          target: 'choosing',
          actions: { type: 'keepPlan', params: ({ event }) => ({ plan: event.output }) },
        },
        onError: [
          { guard: 'isAfterRun', target: 'ended', actions: [keepFailure, 'forgetPlan'] },
          { target: 'offered', actions: [keepFailure, 'forgetPlan'] },
        ],
      },
    },
    choosing: {
      description: 'The user chooses sessions and who writes, and sees the sum before they start.',
      tags: tag.waiting,
      exit: 'forgetFailure',
      on: {
        'session.toggled': {
          actions: { type: 'toggle', params: ({ event }) => ({ sessionId: event.sessionId }) },
        },
        'all.toggled': { actions: 'toggleAll' },
        'writer.chosen': {
          actions: { type: 'keepWriter', params: ({ event }) => ({ writer: event.writer }) },
        },
        'start.confirmed': { guard: 'hasChosen', target: 'starting' },
        'choice.closed': { target: 'reading', actions: 'forgetPlan' },
      },
    },
    starting: {
      description: 'The server checks the sum and puts the sessions in its queue.',
      tags: tag.busy,
      invoke: {
        id: 'startOlderNotes',
        src: 'startOlderNotes',
        input: ({ context, event }) => ({
          campaignId: context.campaignId,
          planId: context.plan?.id ?? '',
          sessionIds: chosenIn(context),
          writer: context.writer ?? 'page',
          credits: event.type === 'start.confirmed' ? event.credits : 0,
        }),
        onDone: { target: 'running', actions: [keepKnown, 'forgetPlan'] },
        onError: [
          {
            guard: { type: 'isOutdated', params: ({ event }) => event },
            target: 'planning',
            actions: keepFailure,
          },
          { target: 'choosing', actions: keepFailure },
        ],
      },
    },
    running: {
      description:
        'The server writes one session after another, also when this page is closed. The page asks how far it is.',
      tags: tag.waiting,
      initial: 'waiting',
      exit: 'forgetFailure',
      on: { 'cancel.requested': 'cancelling' },
      states: {
        waiting: {
          description:
            'Waits 3 seconds before it asks again; longer each time that the server does not answer, up to 48, and asks at once when the user or the connection is back.',
          after: { pollInterval: 'asking' },
          on: { 'page.returned': 'asking' },
        },
        asking: {
          description: 'Asks how many are written.',
          invoke: {
            id: 'readOlderNotes',
            src: 'readOlderNotes',
            input: ofCampaign,
            onDone: [
              {
                guard: { type: 'hasMoreWritten', params: answer },
                target: 'waiting',
                actions: [keepKnown, 'refreshNotes'],
              },
              {
                guard: { type: 'isRunning', params: answer },
                target: 'waiting',
                actions: keepKnown,
              },
              {
                guard: { type: 'hasEnded', params: answer },
                target: '#olderNotes.ended',
                actions: [keepKnown, 'refreshNotes', { type: 'announceEnd', params: answer }],
              },
              { target: '#olderNotes.reading', actions: 'refreshNotes' },
            ],
            onError: { target: 'waiting', actions: 'countUnanswered' },
          },
        },
      },
    },
    cancelling: {
      description:
        'The server stops after the session that it is writing, or stops that one if it still can.',
      tags: tag.busy,
      invoke: {
        id: 'cancelOlderNotes',
        src: 'cancelOlderNotes',
        input: ofCampaign,
        onDone: { target: 'ended', actions: [keepKnown, 'refreshNotes'] },
        onError: { target: 'running', actions: keepFailure },
      },
    },
    ended: {
      description: 'Says how many sessions were written and why it ended, and offers to write the rest.',
      tags: tag.done,
      exit: 'forgetFailure',
      on: {
        'choice.opened': { guard: 'canWriteMore', target: 'planning' },
        'end.closed': 'closing',
        'place.opened': readAgain,
      },
    },
    closing: {
      description: 'The server forgets what it said of the run.',
      tags: tag.busy,
      invoke: {
        id: 'closeOlderNotes',
        src: 'closeOlderNotes',
        input: ofCampaign,
        onDone: 'reading',
        onError: { target: 'ended', actions: keepFailure },
      },
    },
  },
});
