import type { FlowScreen, Sight } from './screen.ts';

const question: Sight = { role: 'heading', text: 'May we see which pages help?' };
const says = (text: string): Sight => ({ text });
const undecided = says('You haven’t chosen yet.');
const agreed = says('You agreed: trackers run on this device.');
const refused = says('You declined: no trackers run on this device.');
const nothing = says('No tracker runs in your browser right now');
const optedOut = says('Your browser says that you do not want to be tracked');
const all = [undecided, agreed, refused, nothing, optedOut];
const only = (sight: Sight, asks = false) => ({
  sees: () => (asks ? [question, sight] : [sight]),
  doesNotSee: [...(asks ? [] : [question]), ...all.filter((other) => other !== sight)],
});

export const consentScreen: FlowScreen = {
  flow: 'consent',
  begin:
    'Open the page “Cookies” in a private window, so that nothing is answered yet. Trackers are set up in the server’s settings, such as ANALYTICS_ID.',
  address: '/cookies',
  gestures: {
    'choice.made: the visitor agrees': { control: { role: 'button', name: 'Agree' } },
    'choice.made: the visitor does not agree': { control: { role: 'button', name: 'Do not agree' } },
  },
  promises: [
    { in: 'unknown', ...only(nothing) },
    { in: 'notNeeded', ...only(nothing) },
    { in: 'optedOut', ...only(optedOut) },
    { in: 'deciding.asked', ...only(undecided, true) },
    { in: 'deciding.granted', ...only(agreed) },
    { in: 'deciding.refused', ...only(refused) },
  ],
};
