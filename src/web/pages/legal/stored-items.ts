export interface StoredItem {
  readonly name: string;
  readonly where: 'local storage' | 'session storage' | 'cookie' | 'browser’s database' | 'browser’s cache';
  readonly purpose: string;
  readonly kept: string;
  readonly when: 'first visit' | 'sign-in' | 'use' | 'choice' | 'consent';
}

/** Everything we store in a browser; tests/web/pages compares it with the keys in the sources. */
export const storedItems: readonly StoredItem[] = [
  {
    name: 'hearthscribe.sourceInfo',
    where: 'local storage',
    purpose:
      'Where you first came from: the page that linked here, the page you arrived at, campaign names and click numbers in that link, your browser’s own description, and the time. It is sent to this server when you sign in; the mark of a partner who recommended us also goes to Stripe with what you buy.',
    kept: 'until you delete it or your account',
    when: 'first visit',
  },
  {
    name: 'CognitoIdentityServiceProvider.*',
    where: 'local storage',
    purpose: 'Keeps you signed in: the tokens that your browser sends with every request to this server.',
    kept: 'until you sign out; they stop working after 30 days',
    when: 'sign-in',
  },
  {
    name: 'hearthscribe_device_*',
    where: 'cookie',
    purpose:
      'Where Hearthscribe itself checks passwords: that this browser has signed in to your account before, so that strangers who guess your password cannot lock you out. Your browser sends it only when you sign in, and it does not sign you in by itself.',
    kept: '400 days; it stops working when you change your password',
    when: 'sign-in',
  },
  {
    name: 'hearthscribe_table',
    where: 'cookie',
    purpose:
      'That you know the passphrase of a page that a game master shares with players. Your browser sends it to that page only, and it does not say who you are.',
    kept: '12 hours; it stops working when the game master changes the passphrase',
    when: 'use',
  },
  {
    name: 'hearthscribe.theme',
    where: 'local storage',
    purpose: 'The theme that you chose, light or dark, so that pages open in it at once.',
    kept: 'until you sign out',
    when: 'choice',
  },
  {
    name: 'hearthscribe.readyNotice.*',
    where: 'local storage',
    purpose:
      'Whether this browser notifies you that notes are ready, under your account’s id. The browser itself stores your permission.',
    kept: 'until you delete it or your account',
    when: 'choice',
  },
  {
    name: 'hearthscribe.preferences.*',
    where: 'local storage',
    purpose:
      'A copy of your settings, under your account’s id, so that they apply before the server responds.',
    kept: 'until you delete it or your account',
    when: 'sign-in',
  },
  {
    name: 'hearthscribe.copylessNotice',
    where: 'local storage',
    purpose: 'That you have seen a notice for long-time users, so that we show it only once.',
    kept: 'until you delete it or your account',
    when: 'use',
  },
  {
    name: 'hearthscribe.consent',
    where: 'local storage',
    purpose: 'Whether you agreed to measuring and advertising services or not, so that we don’t ask again.',
    kept: 'until you delete it or your account',
    when: 'choice',
  },
  {
    name: 'hearthscribe.alphaFeatures',
    where: 'local storage',
    purpose: 'Whether you see experimental features.',
    kept: 'until you delete it or your account',
    when: 'choice',
  },
  {
    name: 'hearthscribe.draft.*',
    where: 'local storage',
    purpose:
      'What you wrote in a form and have not saved or sent, such as a title, an answer or feedback, under your account’s id, so that closing it, going back, reloading or signing out loses nothing. Another account does not see it.',
    kept: 'until it is saved or discarded, or you delete your account',
    when: 'use',
  },
  {
    name: 'hearthscribe.notesDraft.*',
    where: 'local storage',
    purpose:
      'Changes to your notes that are not saved yet, under your account’s id, so that a crash or a lost connection loses nothing. Another account does not see them.',
    kept: 'until they are saved or discarded, or you delete your account',
    when: 'use',
  },
  {
    name: 'hearthscribe.nextSteps.*',
    where: 'local storage',
    purpose:
      'Which of the five steps after an analysis you have done or skipped, for each session, under your account’s id.',
    kept: 'until you delete it or your account',
    when: 'use',
  },
  {
    name: 'hearthscribe.recordings',
    where: 'browser’s database',
    purpose:
      'The sound that you record with this device, every few seconds, so that a crash loses nothing. It stays in this browser until you upload it.',
    kept: 'until it is uploaded, or you discard it or delete your account',
    when: 'use',
  },
  {
    name: 'hearthscribe.scrollPositions',
    where: 'session storage',
    purpose: 'How far down you were on each page, so that going back brings you to the same place.',
    kept: 'until you close the tab',
    when: 'first visit',
  },
  {
    name: 'hearthscribe.checkout',
    where: 'session storage',
    purpose:
      'While you pay at Stripe: the ids of the checkout and your account, and the page you came from, so that you return to it.',
    kept: 'until you are back, or close the tab',
    when: 'use',
  },
  {
    name: 'hearthscribe.seenVersion',
    where: 'local storage',
    purpose: 'The version of Hearthscribe that you last used here, so that we show you once what is new.',
    kept: 'until you delete it',
    when: 'sign-in',
  },
  {
    name: 'hearthscribe.incoming-recordings',
    where: 'browser’s cache',
    purpose:
      'A recording that you sent to Hearthscribe from another app, until you have chosen its session and the server has it.',
    kept: 'until it is uploaded or you discard it',
    when: 'use',
  },
  {
    name: 'hearthscribe.billingPortal',
    where: 'session storage',
    purpose: 'While you are in the billing portal: the page you came from, so that you return to it.',
    kept: 'until you are back, or close the tab',
    when: 'use',
  },
  {
    name: 'hearthscribe.sign-in.redirect',
    where: 'session storage',
    purpose:
      'Two random values that prove that you return from the sign-in that you started, and not from another.',
    kept: 'until you are back, or close the tab',
    when: 'sign-in',
  },
];

export const consentedItems: readonly StoredItem[] = [
  {
    name: '_ga, _ga_*',
    where: 'cookie',
    purpose: 'Google Analytics: distinguishes visits by a random number, to measure how pages are used.',
    kept: 'up to 2 years, as the service sets it',
    when: 'consent',
  },
  {
    name: 'promotekit_referral',
    where: 'cookie',
    purpose: 'PromoteKit: who recommended Hearthscribe to you.',
    kept: 'as the service sets it',
    when: 'consent',
  },
  {
    name: '_fbp, _fbc',
    where: 'cookie',
    purpose: 'Meta pixel: recognizes visits that came from an advertisement.',
    kept: 'up to 90 days, as the service sets it',
    when: 'consent',
  },
];
