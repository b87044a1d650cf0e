import { choiceOf } from '#contract/choices.ts';

/** The part of `window` in which calls to join or buy are pressed. */
export type CalledPage = {
  location: Pick<Location, 'hash'>;
  document: Pick<Document, 'addEventListener' | 'removeEventListener'>;
};

const callPattern = 'a[href^="/campaign#"]';

/** The call to join or buy that an event is about; null where it is about something else. */
export function callOf({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(callPattern) : null;
  return link !== null && choiceOf(link.hash) !== null ? link : null;
}

/**
 * Answers the links of a public page that offer something, such as "Buy 500", where the page is. Without this they are
 * plain links. The pressed one says at once that it is busy; `markCalls` takes the mark away.
 */
export function answerCalls(page: CalledPage, answer: (hash: string) => void) {
  const onClick = (event: Event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent;
    if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    const link = callOf(event);
    if (link === null) return;
    event.preventDefault();
    link.ariaBusy = 'true';
    answer(link.hash);
  };
  return {
    listen: () => page.document.addEventListener('click', onClick),
    stop: () => page.document.removeEventListener('click', onClick),
  };
}

/** Marks the links of a document that offer what is being opened as busy, and no other. */
export function markCalls(document: Document, opening: string | null): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(callPattern)) {
    link.ariaBusy = link.hash === opening ? 'true' : null;
  }
}
