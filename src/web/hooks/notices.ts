export interface NoticeLink {
  readonly text: string;
  readonly path: string;
}

export interface Notice {
  readonly id: string;
  readonly text: string;
  readonly tone: 'failure' | 'information';
  readonly link: NoticeLink | null;
}

export type Notices = ReturnType<typeof createNotices>;

export function createNotices() {
  let notices: readonly Notice[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  const change = (next: readonly Notice[]) => {
    notices = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: (): readonly Notice[] => notices,
    subscribe(changed: () => void): () => void {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    /** In the place of an earlier one that leads to the same page. */
    show(text: string, tone: Notice['tone'] = 'failure', link?: NoticeLink): void {
      if (notices.some((notice) => notice.text === text)) return;
      count += 1;
      const others = notices.filter((notice) => !link || notice.link?.path !== link.path);
      change([...others, { id: `notice-${count}`, text, tone, link: link ?? null }]);
    },
    dismiss: (id: string) => change(notices.filter((notice) => notice.id !== id)),
  };
}
