import { type CallbackMessage, callbackChannelName } from '#web/identity/callback-channel.ts';
import { hasLeftWith, redirectHash } from '#web/identity/redirect-memory.ts';

/** Google's redirect target. In a popup it notifies the opener, else it continues to the app. */
const { search } = window.location;
if (hasLeftWith(window.sessionStorage, new URLSearchParams(search).get('state'))) {
  window.location.replace(`/campaign${search}${redirectHash(window.sessionStorage)}`);
} else {
  const message: CallbackMessage = { search };
  new BroadcastChannel(callbackChannelName).postMessage(message);
  window.close();
}
