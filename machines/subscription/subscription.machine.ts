import { tag } from '../kit/tags.ts';
import { subscriptionSetup } from './subscription.setup.ts';

/** R9.3, R9.4. The server restores the machine from its row (subscription.convergence.ts). */
export const subscriptionMachine = subscriptionSetup.createMachine({
  id: 'subscription',
  context: ({ input }) => ({
    ...input,
    pendingTier: null,
    cancelledAt: null,
    graceEndsAt: null,
    credited: [],
  }),
  type: 'parallel',
  states: {
    life: {
      description: 'From the first payment to the end.',
      initial: 'awaitingFirstPayment',
      states: {
        awaitingFirstPayment: {
          description:
            'Stripe waits for the first payment, for example for a bank’s confirmation. There is no subscription yet.',
          tags: tag.waiting,
          on: { settled: 'active', ended: 'ended' },
        },
        active: {
          description: 'The user has a subscription.',
          type: 'parallel',
          on: {
            upgraded: { actions: { type: 'keepTier', params: ({ event }) => event } },
          },
          states: {
            course: {
              description: 'What happens when the period ends.',
              initial: 'renewing',
              on: {
                renewed: {
                  target: '.renewing',
                  actions: { type: 'keepPeriod', params: ({ event }) => event },
                },
              },
              states: {
                renewing: {
                  description: 'It will renew at the same tier.',
                  on: {
                    'downgrade.planned': {
                      guard: { type: 'isCheaper', params: ({ event }) => event },
                      target: 'changingDown',
                      actions: { type: 'planDowngrade', params: ({ event }) => event },
                    },
                    cancelled: {
                      target: 'cancelling',
                      actions: { type: 'keepCancellation', params: ({ event }) => event },
                    },
                  },
                },
                changingDown: {
                  description: 'It will renew at a cheaper tier; until then it stays as it is (R9.5).',
                  on: {
                    'downgrade.withdrawn': { target: 'renewing', actions: 'forgetDowngrade' },
                    cancelled: {
                      target: 'cancelling',
                      actions: { type: 'keepCancellation', params: ({ event }) => event },
                    },
                  },
                },
                cancelling: {
                  description:
                    'It is cancelled: the user keeps it until the period ends (R9.5), and can resume it.',
                  on: { resumed: { target: 'renewing', actions: 'forgetCancellation' } },
                },
              },
            },
            payment: {
              description: 'Whether all invoices are paid.',
              initial: 'upToDate',
              states: {
                upToDate: {
                  description: 'Nothing is owed.',
                  on: {
                    'payment.failed': {
                      target: 'failing',
                      actions: [{ type: 'startGrace', params: ({ event }) => event }, 'mailFailure'],
                    },
                    ended: '#subscription.life.ended',
                  },
                },
                failing: {
                  description:
                    'A payment failed. Stripe tries again, and the user has two weeks to pay; the subscription ' +
                    'continues meanwhile.',
                  tags: tag.failed,
                  initial: 'told',
                  after: { gracePeriod: { target: 'overdue', actions: 'endAtStripe' } },
                  on: {
                    settled: { target: 'upToDate', actions: ['forgetGrace', 'withdrawLetter'] },
                    ended: { target: '#subscription.life.ended', actions: 'mailEnd' },
                  },
                  states: {
                    told: {
                      description: 'The user has been emailed what to do, and by when.',
                      after: { reminderDelay: { target: 'reminded', actions: 'mailReminder' } },
                    },
                    reminded: {
                      description: 'Three days are left, and the user has got a reminder.',
                    },
                  },
                },
                overdue: {
                  description:
                    'Two weeks have passed without payment. The server asks Stripe to end the subscription.',
                  tags: tag.failed,
                  on: {
                    settled: { target: 'upToDate', actions: ['forgetGrace', 'withdrawLetter'] },
                    ended: { target: '#subscription.life.ended', actions: 'mailEnd' },
                  },
                },
              },
            },
          },
        },
        ended: {
          description: 'It has ended. The user can buy a new one.',
          tags: tag.done,
          type: 'final',
        },
      },
    },
    credits: {
      description: 'The credits that paid invoices grant, each once, even if the payment event arrives late.',
      initial: 'none',
      on: {
        'month.paid': [
          {
            guard: { type: 'isNewMonthOfPro', params: ({ event }) => event.invoice },
            target: '.pro',
            actions: [
              { type: 'keepCredited', params: ({ event }) => event.invoice },
              { type: 'deliverMonth', params: ({ event }) => event.invoice },
            ],
          },
          {
            guard: { type: 'isNew', params: ({ event }) => event.invoice },
            target: '.standard',
            actions: [
              { type: 'keepCredited', params: ({ event }) => event.invoice },
              { type: 'deliverMonth', params: ({ event }) => event.invoice },
            ],
          },
        ],
      },
      states: {
        none: {
          description: 'No month has been paid.',
        },
        standard: {
          description: "The month's credits are those of Standard.",
          on: {
            'upgrade.paid': {
              guard: { type: 'isNew', params: ({ event }) => event.invoice },
              target: 'pro',
              actions: [
                { type: 'keepCredited', params: ({ event }) => event.invoice },
                { type: 'deliverUpgrade', params: ({ event }) => event.invoice },
              ],
            },
          },
        },
        pro: {
          description: "The month's credits are those of Pro: an upgrade grants nothing more.",
        },
      },
    },
  },
});
