import { setup } from 'xstate';
import { notProvidedAction } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

/** R4.17: earlier users had to copy analyses by hand. */
const copylessSince = '2025-09-30';

type CopylessNoticeEvent =
  | { type: 'user.arrived'; userCreatedAt: string; wasShown: boolean }
  | { type: 'notice.dismissed' }
  | { type: 'user.left' };

export const copylessNoticeMachine = setup({
  types: {} as { context: Record<string, never>; events: CopylessNoticeEvent; tags: Tag },
  actions: {
    demandNotice: notProvidedAction('demandNotice'),
    settleNotice: notProvidedAction('settleNotice'),
    rememberShown: notProvidedAction('rememberShown'),
  },
  guards: {
    isDue: (_, params: { userCreatedAt: string; wasShown: boolean }) =>
      !params.wasShown && params.userCreatedAt < copylessSince,
  },
}).createMachine({
  id: 'copylessNotice',
  context: {},
  initial: 'deciding',
  on: { 'user.left': '.deciding' },
  states: {
    deciding: {
      description: 'The user, and when they joined, is not known yet.',
      tags: tag.idle,
      on: {
        'user.arrived': [
          { guard: { type: 'isDue', params: ({ event }) => event }, target: 'shown' },
          { target: 'dismissed' },
        ],
      },
    },
    shown: {
      description: 'The notice covers the page: results are now copied into the notes.',
      tags: tag.modal,
      entry: 'demandNotice',
      exit: 'settleNotice',
      on: { 'notice.dismissed': { target: 'dismissed', actions: 'rememberShown' } },
    },
    dismissed: {
      description: 'The notice is not needed, or has been shown.',
      tags: tag.done,
    },
  },
});
