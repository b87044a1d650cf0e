import { setup } from 'xstate';
import { notProvidedAction } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

/** R4.17: whoever joined before this day knew the product when analyses had to be copied by hand. */
export const copylessSince = '2025-09-30';

export type CopylessNoticeEvent =
  /** Who is signed in is known: since when (ISO 8601, UTC), and whether this browser has shown the notice. */
  | { type: 'user.arrived'; userCreatedAt: string; wasShown: boolean }
  | { type: 'notice.dismissed' }
  | { type: 'user.left' };

/** The notice that results need no copying any more: once, to users of old (R4.17). */
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
      description: 'Who is signed in, and since when, is not known yet.',
      tags: tag.idle,
      on: {
        'user.arrived': [
          { guard: { type: 'isDue', params: ({ event }) => event }, target: 'shown' },
          { target: 'dismissed' },
        ],
      },
    },
    shown: {
      description: 'The notice covers the page: results go into the notes by themselves now.',
      tags: tag.modal,
      entry: 'demandNotice',
      exit: 'settleNotice',
      on: { 'notice.dismissed': { target: 'dismissed', actions: 'rememberShown' } },
    },
    dismissed: {
      description: 'There is nothing to tell, or it has been told.',
      tags: tag.done,
    },
  },
});
