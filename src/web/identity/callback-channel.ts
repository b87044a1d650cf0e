/** Over which the page that Google leads back to tells the one that sent the user there. */
export const callbackChannelName = 'hearthscribe.sign-in';

/** What `/auth/callback` tells: its own query, with a code or an error, and the state. */
export interface CallbackMessage {
  search: string;
}
