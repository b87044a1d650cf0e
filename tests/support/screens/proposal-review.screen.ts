import { proposalReviewFlow } from '#machines/proposal-review/proposal-review.flow.ts';
import type { ProposalReviewContext } from '#machines/proposal-review/proposal-review.setup.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const [read] = proposalReviewFlow.outcomes.readProposals;
const { open, shown } = (read as Extract<typeof read, { type: 'done' }>).output.list;
const textOf = (id: unknown) => [...open, ...shown].find((proposal) => proposal.id === id)?.text ?? '';
const kindOf = (id: unknown) => open.find((proposal) => proposal.id === id)?.kind;

const field = 'What your notes will say';
const editing = ({ id, text }: Readonly<Record<string, unknown>>) => {
  if (text !== null && text !== textOf(id)) return { role: 'textbox', name: field } as const;
  return {
    role: 'button',
    name: `${text === null ? 'Discard your edit' : 'Edit'}: “${textOf(id)}”`,
  } as const;
};

const undo = { role: 'button', text: 'Undo' } as const;
const question = { role: 'alert', text: /^The notes have changed since this was written/ } as const;
const doing = (text: string) => ({ role: 'status', text }) as const;

export const proposalReviewScreen: FlowScreen = {
  flow: 'proposal-review',
  begin:
    'Have notes whose section “People” says “Isolde: keeper of the lantern” and “Orin: a carter”, and a link for players with suggestions switched on. From it, in a private window, send three: correct the first to “Ysolde: keeper of the lantern”, the second to “Orrin: a carter from the coast”, and comment. Then, as the game master, change the second line to “Orin: a carter of the old road”.',
  address:
    '/campaign?campaignId=01900000-0000-7000-8000-000000000002&sessionId=01900000-0000-7000-8000-000000000003',
  gestures: {
    'review.opened': {
      control: (_, { value }) => ({
        role: 'button',
        name: value === 'closed' ? 'Suggestions (3)' : 'Suggestions behind',
      }),
    },
    'review.closed': { control: { role: 'button', name: 'Close' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'acceptance.requested': {
      control: ({ id }) => ({
        role: 'button',
        name: `${kindOf(id) === 'comment' ? 'Show on the page' : 'Use this text'}: “${textOf(id)}”`,
      }),
    },
    'draft.changed': {
      control: editing,
      perform: (driver, event) => {
        const control = editing(event);
        return control.role === 'button' ? driver.click(control) : driver.fill(field, String(event.text));
      },
    },
    'acceptAll.requested': { control: { role: 'button', name: /^Use (all|\d+ as suggested)$/ } },
    'replacement.confirmed': { control: { role: 'button', name: 'Replace it' } },
    'replacement.declined': { control: { role: 'button', name: 'Keep the notes as they are' } },
    'rejection.requested': { control: ({ id }) => ({ role: 'button', name: `Reject: “${textOf(id)}”` }) },
    'rejectAll.requested': { control: { role: 'button', name: 'Reject all' } },
    'removal.requested': {
      control: ({ id }) => ({ role: 'button', name: `Remove the comment “${textOf(id)}”` }),
    },
    'undo.requested': { control: { role: 'button', name: 'Undo' } },
    'more.requested': { control: { role: 'button', name: 'Load the next ones' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  notOffered: [
    {
      event: 'draft.changed',
      in: 'open.listed',
      when: ({ context }, event) => {
        const { drafts, list } = context as ProposalReviewContext;
        const draft = drafts[String(event.id)];
        const isListed = list?.open.some(({ id }) => id === event.id) === true;
        const begins = event.text === textOf(event.id);
        return !isListed || begins !== (draft === undefined) || draft === event.text;
      },
      reason: 'only a listed text can be edited, and only an edited one changed or discarded',
    },
  ],
  promises: [
    { in: 'closed', doesNotSee: [undo, question] },
    { in: 'open.loading', sees: () => [{ text: 'Loading the suggestions' }] },
    { in: 'open.unread', sees: failureShown },
    { in: 'open.listed.settled.ready', doesNotSee: [undo, question] },
    { in: 'open.listed.settled.decided', sees: () => [undo], doesNotSee: [question] },
    {
      in: 'open.listed.settled.outdated',
      sees: () => [{ role: 'alert', text: /^The notes have changed, so/ }],
      doesNotSee: [undo],
    },
    { in: 'open.listed.settled.failed', sees: failureShown, doesNotSee: [undo] },
    { in: 'open.listed.asking', sees: () => [question], doesNotSee: [undo] },
    { in: 'open.listed.accepting', sees: () => [{ role: 'button', text: /^(Use|Show)/, busy: true }] },
    { in: 'open.listed.rejecting', doesNotSee: [undo] },
    { in: 'open.listed.undoing', sees: () => [doing('Undoing …')], doesNotSee: [undo] },
    { in: 'open.listed.reloading', sees: () => [doing('Loading …')], doesNotSee: [undo] },
  ],
};
