export interface Notice {
  readonly id: string;
  readonly text: string;
  readonly tone: 'failure' | 'information';
}

/** The app's alerts (R8). */
export interface Notices {
  get(): readonly Notice[];
  subscribe(changed: () => void): () => void;
  /** Does not show a text twice. */
  show(text: string, tone?: Notice['tone']): void;
  dismiss(id: string): void;
}

export function createNotices(): Notices {
  let notices: readonly Notice[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  const change = (next: readonly Notice[]) => {
    notices = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => notices,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    show(text, tone = 'failure') {
      if (notices.some((notice) => notice.text === text)) return;
      count += 1;
      change([...notices, { id: `notice-${count}`, text, tone }]);
    },
    dismiss: (id) => change(notices.filter((notice) => notice.id !== id)),
  };
}
