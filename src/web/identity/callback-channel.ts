export const callbackChannelName = 'hearthscribe.sign-in';

export interface CallbackMessage {
  search: string;
}
