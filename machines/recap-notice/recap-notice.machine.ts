import { tag } from '../kit/tags.ts';
import { recapNoticeSetup } from './recap-notice.setup.ts';

export const recapNoticeMachine = recapNoticeSetup.createMachine({
  id: 'recapNotice',
  context: { isAskedAgain: false },
  initial: 'absent',
  on: { 'user.left': { target: '.absent', actions: 'askOnce' } },
  states: {
    absent: {
      description: 'No user is signed in.',
      tags: tag.idle,
      on: { 'user.arrived': 'asking' },
    },
    asking: {
      description:
        'Asks the server which sessions have a recap that the user has not heard of. The server gives each out once.',
      tags: tag.busy,
      on: { 'analysis.completed': { actions: 'askAgain' } },
      invoke: {
        id: 'takeRecaps',
        src: 'takeRecaps',
        onDone: {
          target: 'answered',
          actions: { type: 'announceRecaps', params: ({ event }) => ({ recaps: event.output }) },
        },
        onError: 'answered',
      },
    },
    answered: {
      description: 'An analysis that ended in the meantime may have brought another recap.',
      always: [{ guard: 'isAskedAgain', target: 'asking', actions: 'askOnce' }, { target: 'waiting' }],
    },
    waiting: {
      description:
        'What came is announced. The next finished analysis asks again, also where no answer came.',
      tags: tag.done,
      on: { 'analysis.completed': 'asking' },
    },
  },
});
