export type Page = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  navigator: Pick<Navigator, 'onLine'>;
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
};

/** A page that becomes visible, for example after sleep, counts as reconnected. @returns how to stop */
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
