import type { CheckSheet } from '#contract/check-questions.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const answered = { role: 'heading', text: 'Answered' } as const;
const nothingLeft = { role: 'heading', text: 'Nothing left to check' } as const;
const undo = { role: 'button', text: 'Undo: Did this happen? “The guard took a bribe.”' } as const;
const answers = { yes: 'Yes', different: 'Two different names' } as const;

const sheetOf = ({ context }: { context: unknown }) => (context as { sheet: CheckSheet | null }).sheet;
const atOf = ({ context }: { context: unknown }) => (context as { at: number }).at;

export const checkInboxScreen: FlowScreen = {
  flow: 'check-inbox',
  begin:
    'Sign in and open a session whose analysis left at least two questions (“Please check”); they take the place of those that the steps name.',
  address:
    '/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-000000000003',
  gestures: {
    'inbox.opened': {
      control: (_, { value }) => ({
        role: 'button',
        name: value === 'closed' ? 'Please check (2)' : 'Please check behind',
      }),
    },
    'inbox.closed': { control: { role: 'button', name: 'Close' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'next.requested': { control: { role: 'button', name: 'Next question' } },
    'previous.requested': { control: { role: 'button', name: 'Previous question' } },
    'answer.given': {
      control: ({ answer }) => ({ role: 'button', name: answers[answer as keyof typeof answers] }),
    },
    'undo.requested': { control: { role: 'button', name: undo.text } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  promises: [
    { in: 'closed', doesNotSee: [answered, nothingLeft] },
    { in: 'open.loading', sees: () => [{ text: 'Loading the questions' }], doesNotSee: [answered] },
    { in: 'open.unread', sees: failureShown, doesNotSee: [answered] },
    {
      in: 'open.shown',
      sees: (snapshot) => {
        const question = sheetOf(snapshot)?.open[atOf(snapshot)];
        if (question === undefined) return [nothingLeft];
        const [statement = ''] = question.about;
        return [
          {
            role: 'heading',
            text: question.kind === 'fact' ? `Did this happen? “${statement}”` : question.text,
          },
          { text: `Question ${atOf(snapshot) + 1} of ` },
        ];
      },
    },
    { in: 'open.shown.answered', sees: () => [{ role: 'status', text: /^Saved: / }, answered] },
    { in: 'open.shown.finished', sees: () => [nothingLeft, answered] },
    { in: 'open.shown.outdated', sees: () => [{ role: 'alert', text: /changed somewhere else\./u }] },
    { in: 'open.shown.failed', sees: failureShown },
    {
      in: 'open.shown.undone',
      sees: ({ context }) => [
        (context as { isPartly: boolean }).isPartly
          ? { role: 'alert', text: /^Undone, except for/u }
          : { role: 'status', text: /^Undone\./u },
      ],
    },
    { in: 'open.undoing', sees: () => [{ ...undo, busy: true }] },
  ],
};
