/** The part of `window` that is watched. */
export type Page = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  navigator: Pick<Navigator, 'onLine'>;
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
};

/**
 * Tells of the connection, and asks before the page is left while bytes are on their way. A page that comes back into
 * view, as after a computer's sleep, counts as a restored connection. Gives back how to stop.
 */
export function watchPage(page: Page, heard: { onLost: () => void; onRestored: () => void }): () => void {
  const onOffline = () => heard.onLost();
  const onOnline = () => heard.onRestored();
  const onVisibilityChange = () => {
    if (page.document.visibilityState === 'visible' && page.navigator.onLine) heard.onRestored();
  };
  const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  page.addEventListener('offline', onOffline);
  page.addEventListener('online', onOnline);
  page.addEventListener('beforeunload', onBeforeUnload);
  page.document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    page.removeEventListener('offline', onOffline);
    page.removeEventListener('online', onOnline);
    page.removeEventListener('beforeunload', onBeforeUnload);
    page.document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}
