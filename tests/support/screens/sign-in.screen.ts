import { type FlowScreen, failureShown } from './screen.ts';

/** The sign-in dialog at `/#join`, with nobody signed in. */
export const signInScreen: FlowScreen = {
  flow: 'sign-in',
  address: '/#join',
  gestures: {
    'mode.switched': { control: { role: 'button', name: /^(Create an account|Sign in instead)$/ } },
    'credentials.submitted': {
      control: { role: 'button', name: /^(Sign in|Create account)$/ },
      perform: async (driver, { email, password }) => {
        await driver.fill('E-mail', String(email));
        await driver.fill('Password', String(password));
        await driver.click({ role: 'button', name: /^(Sign in|Create account)$/ });
      },
    },
  },
  promises: [
    { in: 'returning', sees: () => [{ role: 'heading', text: 'Welcome back' }] },
    { in: 'returning.entering', doesNotSee: [{ role: 'alert', text: /./ }] },
    {
      in: 'returning.submitting',
      sees: () => [{ role: 'button', text: 'Signing in …', busy: true }],
      doesNotSee: [{ role: 'alert', text: /./ }],
    },
    {
      in: 'returning.refused',
      sees: (snapshot) => [...failureShown(snapshot), { role: 'button', text: 'Sign in', busy: false }],
    },
    { in: 'joining', sees: () => [{ role: 'heading', text: 'Take a seat at the table' }] },
    { in: 'joining.entering', doesNotSee: [{ role: 'alert', text: /./ }] },
    {
      in: 'joining.submitting',
      sees: () => [{ role: 'button', text: 'Creating your account …', busy: true }],
      doesNotSee: [{ role: 'alert', text: /./ }],
    },
    {
      in: 'joining.refused',
      sees: (snapshot) => [
        ...failureShown(snapshot),
        { role: 'button', text: 'Create account', busy: false },
      ],
    },
    { in: 'signedIn', doesNotSee: [{ role: 'dialog', text: /Welcome back|Take a seat/ }] },
  ],
};
