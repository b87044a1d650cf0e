import { campaignSearchFlow } from '#machines/campaign-search/campaign-search.flow.ts';
import type { CampaignSearchContext } from '#machines/campaign-search/campaign-search.setup.ts';
import { type FlowScreen, failureShown } from './screen.ts';

const label = 'Search, or ask a question';
const field = { role: 'textbox', name: label } as const;
const [heard, written] = ['The captain promised us the ship.', 'The captain owes them a ship.'];
const contextOf = ({ context }: { context: unknown }) => context as CampaignSearchContext;
const found = { role: 'button', text: `Open the session: “${written}”` } as const;

export const campaignSearchScreen: FlowScreen = {
  flow: campaignSearchFlow.name,
  begin: 'Sign in and open a campaign with a session whose recording was analyzed.',
  address: '/campaign?campaignId=01900000-0000-7000-8000-000000000002',
  gestures: {
    'search.opened': {
      control: (_, { value }) => ({
        role: 'button',
        name: value === 'closed' ? 'Search your sessions' : 'Search behind the dialog',
      }),
    },
    'search.closed': { control: { role: 'button', name: 'Close' } },
    'query.changed': {
      control: field,
      perform: (driver, { query }) => driver.fill(label, String(query)),
    },
    'query.chosen': { control: ({ query }) => ({ role: 'button', name: String(query) }) },
    'filter.changed': { control: { role: 'button', name: 'Transcripts' } },
    'selection.moved': {
      control: { role: 'button', name: found.text },
      perform: (driver, { by }) => driver.press(by === 1 ? 'ArrowDown' : 'ArrowUp'),
    },
    'play.requested': {
      control: ({ id }) => ({
        role: 'button',
        name: `Play from 1:01: “${id === 'said' ? heard : written}”`,
      }),
    },
    'open.requested': { control: { role: 'button', name: found.text } },
    'answer.requested': {
      control: (_, { value }) => ({
        role: 'button',
        name: JSON.stringify(value).includes('unanswered') ? 'Ask again' : 'Answer my question',
      }),
    },
    'answer.cancelled': { control: { role: 'button', name: 'Stop' } },
    retry: { control: { role: 'button', name: 'Try again' } },
    'user.left': { instead: 'Sign out in a second tab of the same browser.' },
  },
  notOffered: [
    {
      event: 'query.changed',
      in: 'open',
      when: (snapshot, { query }) => contextOf(snapshot).query === query,
      reason: 'the field has this text already',
    },
  ],
  promises: [
    { in: 'closed', doesNotSee: [found] },
    { in: 'open.blank', doesNotSee: [found] },
    { in: 'open.searching', sees: () => [{ role: 'status', text: 'Searching …' }] },
    {
      in: 'open.found',
      sees: (snapshot) => [
        found,
        {
          role: 'status',
          text: contextOf(snapshot).result?.isQuestion
            ? 'Passages that may answer this, the best one first:'
            : '2 places',
        },
        { text: 'Mira: The captain promised' },
      ],
    },
    {
      in: 'open.found.answering',
      sees: () => [{ role: 'status', text: 'The language model is reading the passages …' }, found],
    },
    {
      in: 'open.found.answered',
      sees: (snapshot) => [
        contextOf(snapshot).answer?.length === 0
          ? { text: 'Not said in your sessions.' }
          : { role: 'button' as const, text: 'Source: play The harbor from 1:01' },
      ],
    },
    { in: 'open.found.unanswered', sees: () => [{ role: 'button', text: 'Ask again' }] },
    { in: 'open.nothing', sees: () => [{ role: 'status', text: 'Nothing found.' }], doesNotSee: [found] },
    { in: 'open.failed', sees: failureShown, doesNotSee: [found] },
  ],
};
