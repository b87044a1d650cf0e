type ConnectedPage = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  navigator: Pick<Navigator, 'onLine'>;
};

export function createConnection(page: ConnectedPage) {
  const names = ['online', 'offline'] as const;
  return {
    isOnline: () => page.navigator.onLine,
    subscribe(changed: () => void): () => void {
      for (const name of names) page.addEventListener(name, changed);
      return () => {
        for (const name of names) page.removeEventListener(name, changed);
      };
    },
  };
}
