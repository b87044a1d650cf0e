/** Connects Google's redirect page with the page that opened it. */
export const callbackChannelName = 'hearthscribe.sign-in';

/** The query of `/auth/callback`: a code or an error, and the state. */
export interface CallbackMessage {
  search: string;
}
