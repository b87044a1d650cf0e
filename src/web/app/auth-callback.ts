import { type CallbackMessage, callbackChannelName } from '#web/identity/callback-channel.ts';
import { hasLeftWith, redirectHash } from '#web/identity/redirect-memory.ts';

/**
 * Where Google leads back to. In a window of its own: tells the page that opened it, and closes. In the page's own
 * window, where no other could be opened: goes on to the app, which completes the sign-in.
 */
const { search } = window.location;
if (hasLeftWith(window.sessionStorage, new URLSearchParams(search).get('state'))) {
  window.location.replace(`/campaign${search}${redirectHash(window.sessionStorage)}`);
} else {
  const message: CallbackMessage = { search };
  new BroadcastChannel(callbackChannelName).postMessage(message);
  window.close();
}
