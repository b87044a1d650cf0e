import { choiceOf } from '#contract/choices.ts';
import { recordOf } from '#contract/unknown-values.ts';

type CalledPage = {
  location: Pick<Location, 'hash'>;
  document: Pick<Document, 'addEventListener' | 'removeEventListener'>;
};

const callPattern = 'a[href^="/campaign#"]';

export function callOf({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(callPattern) : null;
  return link !== null && choiceOf(link.hash) !== null ? link : null;
}

/** Handles offers such as "Buy 500" in the page. Marks the clicked link as busy until `markCalls`. */
export function answerCalls(page: CalledPage, answer: (hash: string) => void) {
  const onClick = (event: Event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = recordOf(event);
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

/** Only the links of the offer that is opening. */
export function markCalls(document: Document, opening: string | null): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(callPattern)) {
    link.ariaBusy = link.hash === opening ? 'true' : null;
  }
}
