import {
  type AnalysisStartInput,
  detailLevelOf,
  writerOf,
} from '#machines/analysis-start/analysis-start.setup.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { type FlowScreen, failureShown, type Sight } from './screen.ts';

const price: Sight = { role: 'heading', text: 'Start the analysis' };

export const analysisStartScreen: FlowScreen = {
  flow: 'analysis-start',
  begin:
    'Sign in, open a campaign and a session, and upload a recording or a transcript. Have credits, or none, as the script says.',
  address: (input) => campaignPath({ campaignId: 'c', sessionId: (input as AnalysisStartInput).sessionId }),
  gestures: {
    'level.chosen': {
      control: ({ detailLevel }) => ({
        role: 'radio',
        name: detailLevel === 'brief' ? /^Brief/ : /^Comprehensive/,
      }),
    },
    'writer.chosen': {
      control: ({ writer }) => ({
        role: 'radio',
        name: writer === 'page' ? /^The page in its own words/ : /^Notes written by a service/,
      }),
    },
    'people.chosen': { control: ({ people }) => ({ role: 'button', name: `${people} people speak` }) },
    'start.confirmed': { control: { role: 'button', name: /^(Start analysis|Analyze again for)/ } },
    'existing.requested': { control: { role: 'button', name: 'Open them' } },
    keep: { control: { role: 'button', name: 'Later' } },
    retry: { control: { role: 'button', name: /^(Try again|Check again)$/ } },
    'price.requested': { control: { role: 'button', name: 'Back to the price' } },
    'source.changed': { instead: 'Upload another recording or transcript to the session.' },
  },
  notOffered: [
    {
      event: 'level.chosen',
      in: 'askingPrice.quoted',
      when: ({ context }, { detailLevel }) => detailLevelOf(context) === detailLevel,
      reason: 'it is already chosen',
    },
    {
      event: 'writer.chosen',
      in: 'askingPrice.quoted',
      when: ({ context }, { writer }) => writerOf(context) === writer,
      reason: 'a radio button that is chosen already says nothing when it is chosen again',
    },
  ],
  promises: [
    {
      in: 'askingPrice.quoting',
      sees: ({ context }) =>
        context.hasWaited
          ? [{ role: 'heading', text: 'Your recording is kept' }]
          : [{ role: 'status', text: 'Calculating the exact cost', busy: true }],
    },
    {
      in: 'askingPrice.waitingToHear',
      sees: () => [{ role: 'heading', text: 'Your recording is kept' }],
      doesNotSee: [price],
    },
    { in: 'askingPrice.unquoted', sees: failureShown, doesNotSee: [price] },
    { in: 'askingPrice.quoted', sees: (snapshot) => [price, ...failureShown(snapshot)] },
    { in: 'starting', sees: () => [{ role: 'button', text: 'Starting …', busy: true }] },
    { in: 'notStarted', sees: failureShown, doesNotSee: [price] },
    ...['started', 'existingOpened', 'left'].map((state) => ({ in: state, doesNotSee: [price] })),
  ],
};
