import type { PrepPin } from '#contract/prep.ts';
import { tag } from '../kit/tags.ts';
import { prepSheetSetup } from './prep-sheet.setup.ts';

const keepDraft = {
  type: 'keepDraft',
  params: ({ event }: { event: { text: string } }) => event,
} as const;
const typed = { target: 'typing', actions: keepDraft, reenter: true } as const;
const errorOf = ({ event: { error } }: { event: { error: unknown } }) => ({ error });

const pin = (asked: PrepPin) =>
  ({ target: 'changing', actions: { type: 'keepPin', params: { pin: asked } } }) as const;

export const prepSheetMachine = prepSheetSetup.createMachine({
  id: 'prepSheet',
  context: ({ input }) => ({
    draft: null,
    sent: null,
    pin: input.isPinned ? 'now' : 'off',
    failure: null,
    pinFailure: null,
  }),
  type: 'parallel',
  states: {
    lines: {
      description: 'The game master’s own lines for the next evening.',
      initial: 'kept',
      states: {
        kept: {
          description: 'The page shows the lines as the server has them.',
          tags: tag.idle,
          on: { 'lines.typed': typed },
        },
        typing: {
          description: 'The game master writes. A second later, or when they leave the field, it is saved.',
          tags: tag.waiting,
          on: { 'lines.typed': typed, 'lines.left': 'saving' },
          after: { savePause: 'saving' },
        },
        saving: {
          description: 'The server saves the lines. What is typed meanwhile is saved next.',
          tags: tag.busy,
          entry: 'keepSent',
          on: { 'lines.typed': { actions: keepDraft } },
          invoke: {
            id: 'saveLines',
            src: 'saveLines',
            input: ({ context }) => context.draft ?? '',
            onDone: [{ guard: 'hasMore', target: 'typing' }, { target: 'saved' }],
            onError: [
              {
                guard: { type: 'isStale', params: errorOf },
                target: 'outdated',
                actions: { type: 'keepFailure', params: errorOf },
              },
              { target: 'failed', actions: { type: 'keepFailure', params: errorOf } },
            ],
          },
        },
        saved: {
          description: 'The lines are saved.',
          tags: tag.done,
          on: { 'lines.typed': typed },
        },
        outdated: {
          description:
            'The lines were changed in another tab meanwhile, so nothing was saved. The game master keeps these or takes the others.',
          tags: tag.failed,
          entry: 'refreshSheet',
          exit: 'forgetFailure',
          on: {
            'lines.typed': { actions: keepDraft },
            'lines.dropped': { target: 'kept', actions: 'forgetDraft' },
            retry: 'saving',
          },
        },
        failed: {
          description:
            'The lines were not saved. They stay in the field; the page says why, and offers to try again.',
          tags: tag.failed,
          exit: 'forgetFailure',
          on: { 'lines.typed': typed, retry: 'saving' },
        },
      },
    },
    copy: {
      description: 'Whether the sheet updates itself, or is a copy with a date.',
      initial: 'unknown',
      states: {
        unknown: {
          description: 'The page has been read and says which.',
          always: [{ guard: 'isPinned', target: 'pinned' }, { target: 'live' }],
        },
        live: {
          description: 'The sheet updates itself. If it is pinned in another tab, it is here, too.',
          on: { 'pin.requested': pin('now'), 'pin.found': 'pinned' },
        },
        pinned: {
          description: 'The sheet is a copy and stays as it is, until it is unpinned here or in another tab.',
          on: { 'unpin.requested': pin('off'), 'pin.lost': 'live' },
        },
        changing: {
          description: 'The server keeps a copy of the sheet, or lets it update itself again.',
          invoke: {
            id: 'changePin',
            src: 'changePin',
            input: ({ context }) => context.pin,
            onDone: [{ guard: 'isPinned', target: 'pinned' }, { target: 'unpinned' }],
            onError: { target: 'failed', actions: { type: 'keepPinFailure', params: errorOf } },
          },
        },
        unpinned: {
          description: 'The sheet updates itself again. The page offers to put the copy back.',
          on: { 'pin.requested': pin('now'), 'undo.requested': pin('back'), 'pin.found': 'pinned' },
        },
        failed: {
          description: 'The sheet is as it was. The page says why, and offers to try again.',
          exit: 'forgetPinFailure',
          on: { 'pin.retried': 'changing' },
        },
      },
    },
  },
});
