import { type CallbackMessage, callbackChannelName } from '#web/identity/google-popup.ts';
import { pendingRedirectKey } from '#web/identity/redirect-memory.ts';

/**
 * Where Google leads back to. In a window of its own: tells the page that opened it, and closes. In the page's own
 * window, where no other could be opened: goes on to the app, which completes the sign-in.
 */
const { search } = window.location;
if (window.sessionStorage.getItem(pendingRedirectKey) === null) {
  const message: CallbackMessage = { search };
  new BroadcastChannel(callbackChannelName).postMessage(message);
  window.close();
} else {
  window.location.replace(`/campaign${search}`);
}
