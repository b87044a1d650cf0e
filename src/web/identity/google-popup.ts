import { type CallbackMessage, callbackChannelName } from './callback-channel.ts';
import { IdentityFailure } from './identity-failure.ts';

/** Call it in the click itself. @throws IdentityFailure popupBlocked */
export function openGooglePopup(page: Pick<Window, 'open'>) {
  const name = `hearthscribe-google-${crypto.randomUUID()}`;
  const popup = page.open('about:blank', name, 'popup,width=480,height=640');
  if (popup === null) throw new IdentityFailure('popupBlocked');
  // Opened here, so that no response is missed.
  const channel = new BroadcastChannel(callbackChannelName);
  return {
    goTo: (url: string) => popup.location.replace(url),
    /** Cannot detect a closed window, because pages of other origins can hide that they are open. */
    answer: (state: string, signal: AbortSignal) =>
      new Promise<URLSearchParams>((resolve, reject) => {
        const abort = () => reject(signal.reason);
        if (signal.aborted) return abort();
        signal.addEventListener('abort', abort, { once: true });
        channel.addEventListener('message', ({ data }: MessageEvent<CallbackMessage>) => {
          const search = new URLSearchParams(typeof data?.search === 'string' ? data.search : '');
          if (search.get('state') !== state) return;
          signal.removeEventListener('abort', abort);
          resolve(search);
        });
      }),
    close(): void {
      channel.close();
      popup.close();
    },
  };
}
