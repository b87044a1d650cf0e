import { keepFailure } from '../kit/failure.ts';
import { tag } from '../kit/tags.ts';
import { nameCorrectionSetup, nothingCorrected } from './name-correction.setup.ts';

const keepNames = {
  type: 'keepNames',
  params: ({ event }: { event: { wrong: string; right: string } }) => ({
    wrong: event.wrong,
    right: event.right,
  }),
} as const;

export const nameCorrectionMachine = nameCorrectionSetup.createMachine({
  id: 'nameCorrection',
  context: nothingCorrected,
  initial: 'closed',
  on: { 'user.left': '.closed' },
  states: {
    closed: {
      description: 'The dialog is closed; the page keeps nothing of a correction.',
      tags: tag.idle,
      entry: 'forgetAll',
      on: {
        'correction.opened': {
          target: 'open',
          actions: {
            type: 'keepPlace',
            params: ({ event }) => ({
              campaignId: event.campaignId,
              wrong: event.wrong,
              right: event.right ?? '',
            }),
          },
        },
      },
    },
    open: {
      description:
        'The dialog covers the page. A change goes on when it is closed: at its end the page reads its texts again, and tells a failure.',
      tags: tag.modal,
      initial: 'asking',
      exit: 'leaveModal',
      on: { 'correction.closed': 'closed' },
      states: {
        asking: {
          description: 'Asks for the wrong name and the right one; selected text is filled in.',
          initial: 'ready',
          entry: 'forgetPreview',
          on: {
            'search.requested': [
              {
                guard: { type: 'areNames', params: ({ event }) => event },
                target: 'previewing',
                actions: keepNames,
              },
              { target: '.incomplete', actions: keepNames },
            ],
          },
          states: {
            ready: { description: 'The user writes.', tags: tag.waiting },
            incomplete: {
              description: 'A name is missing, or both are the same; the dialog says which.',
              tags: tag.failed,
            },
            failed: {
              description: 'The server could not search for the name; the dialog says why.',
              tags: tag.failed,
              exit: 'forgetFailure',
            },
          },
        },
        previewing: {
          description: 'Searches for the name in all sessions. Nothing is changed.',
          tags: [tag.busy, tag.cancellable],
          on: { 'words.requested': { target: 'asking', actions: 'forgetOutdated' } },
          invoke: {
            id: 'findHits',
            src: 'findHits',
            input: ({ context: { campaignId, wrong, right } }) => ({ campaignId, wrong, right }),
            onDone: [
              {
                guard: { type: 'foundNone', params: ({ event }) => ({ preview: event.output }) },
                target: 'nothing',
                actions: 'forgetOutdated',
              },
              {
                guard: 'isOutdated',
                target: 'choosing.outdated',
                actions: { type: 'keepPreview', params: ({ event }) => ({ preview: event.output }) },
              },
              {
                target: 'choosing',
                actions: { type: 'keepPreview', params: ({ event }) => ({ preview: event.output }) },
              },
            ],
            onError: { target: 'asking.failed', actions: [keepFailure, 'forgetOutdated'] },
          },
        },
        nothing: {
          description: 'The name is nowhere in this campaign.',
          tags: tag.waiting,
          on: { 'words.requested': 'asking' },
        },
        choosing: {
          description:
            'Shows the places, at most 5,000 at a time, grouped by certainty. Only exact matches are ticked ' +
            'until the user ticks others.',
          initial: 'ready',
          on: {
            'hits.toggled': {
              guard: { type: 'areKnown', params: ({ event }) => event },
              actions: { type: 'toggleHits', params: ({ event }) => ({ ids: event.ids }) },
            },
            'remember.toggled': { actions: 'toggleRemember' },
            'kind.chosen': {
              guard: 'isNewName',
              actions: { type: 'keepKind', params: ({ event }) => ({ kind: event.kind }) },
            },
            'correction.requested': { guard: 'hasChosen', target: 'applying' },
            'words.requested': 'asking',
          },
          states: {
            ready: { description: 'The user chooses.', tags: tag.waiting },
            outdated: {
              description: 'Some texts had changed, so nothing was corrected. This is a new preview.',
              tags: tag.failed,
              entry: 'forgetOutdated',
            },
            failed: {
              description: 'The server rejected the correction or did not answer; the dialog says why.',
              tags: tag.failed,
              exit: 'forgetFailure',
            },
          },
        },
        applying: {
          description: 'The server corrects all chosen places at once, or none of them.',
          tags: tag.busy,
          exit: 'refreshTexts',
          invoke: {
            id: 'correctHits',
            src: 'correctHits',
            input: ({ context: { campaignId, wrong, right, chosen, remember, kind } }) => ({
              campaignId,
              wrong,
              right,
              chosen,
              remember,
              kind,
            }),
            onDone: {
              target: 'applied',
              actions: { type: 'keepMade', params: ({ event }) => ({ made: event.output }) },
            },
            onError: [
              {
                guard: { type: 'cameTooLate', params: ({ event }) => event },
                target: 'previewing',
                actions: 'markOutdated',
              },
              { target: 'choosing.failed', actions: keepFailure },
            ],
          },
        },
        applied: {
          description: 'The name is corrected. The dialog says where, and offers to undo everything.',
          initial: 'ready',
          on: {
            'undo.requested': 'undoing',
            'another.requested': { target: 'asking', actions: 'startAnew' },
          },
          states: {
            ready: { description: 'The user reads what was corrected.', tags: tag.done },
            failed: {
              description: 'The undo failed; the dialog says why.',
              tags: tag.failed,
              exit: 'forgetFailure',
            },
          },
        },
        undoing: {
          description: 'The server restores every text that was not changed since.',
          tags: tag.busy,
          exit: 'refreshTexts',
          invoke: {
            id: 'undoCorrection',
            src: 'undoCorrection',
            input: ({ context: { campaignId, made } }) => ({ campaignId, made }),
            onDone: {
              target: 'undone',
              actions: { type: 'keepMade', params: ({ event }) => ({ made: event.output }) },
            },
            onError: { target: 'applied.failed', actions: keepFailure },
          },
        },
        undone: {
          description: 'Every text is restored, except those that changed since: the dialog names them.',
          tags: tag.done,
          on: { 'another.requested': { target: 'asking', actions: 'startAnew' } },
        },
      },
    },
  },
});
