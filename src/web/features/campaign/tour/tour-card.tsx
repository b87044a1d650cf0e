import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type Hint, useTour } from '#web/flows/tour/use-tour.ts';
import { useTab } from '#web/hooks/use-tab.ts';
import { Button } from '#web/ui/button.tsx';
import '../workspace/sidebar-foot.css';
import './tour.css';

const words: Readonly<Record<Hint, { title: string; text: string; show: string }>> = {
  evidence: {
    title: 'Check any statement',
    text:
      'The mark after a statement opens its evidence in the transcript. If there is a recording, you can ' +
      'play it.',
    show: 'Show me a mark',
  },
  names: {
    title: 'Correct a name once',
    text:
      'Select a wrong name in the notes or the transcript and press “Fix a name”. It changes in all ' +
      'sessions of the campaign, and new transcripts have it right.',
    show: 'Show me the button',
  },
  sharing: {
    title: 'Share it with your players',
    text:
      '“Share” creates a link to the notes, without the parts that only you may see. You can turn it off ' +
      'at any time.',
    show: 'Show me the button',
  },
};

const selectors: Readonly<Record<Hint, string>> = {
  evidence: '.session .evidence-chip',
  names: '.session [data-tour="names"]',
  sharing: '.session [data-tour="sharing"]',
};

/** @param asked how often the user has asked for it: on a small screen the card is at the end of the page */
export function TourCard({ asked = 0 }: { asked?: number }) {
  const { hint, position, count, next, back, close } = useTour();
  const [, setTab] = useTab();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (asked > 0) heading.current?.focus();
  }, [asked]);
  if (hint === null) return null;
  const { title, text, show } = words[hint];
  const selector = selectors[hint];
  const isLast = position === count;

  function lead() {
    const visible = () =>
      [...document.querySelectorAll<HTMLElement>(selector)].find((each) => each.checkVisibility());
    // The transcript has no marks.
    for (const tab of ['notes', 'analysis'] as const) if (!visible()) flushSync(() => setTab(tab));
    const place = visible();
    place?.scrollIntoView({ block: 'center' });
    place?.focus({ preventScroll: true });
  }

  function move(go: () => void) {
    go();
    heading.current?.focus();
  }

  return (
    <section className="sidebar-foot tour-card" aria-labelledby="tour-title">
      <p className="muted">
        Hint {position} of {count}
      </p>
      <h2 id="tour-title" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      <div className="button-row">
        <Button kind="primary" onClick={isLast ? close : () => move(next)}>
          {isLast ? 'Done' : 'Next hint'}
        </Button>
        {position === 1 ? null : <Button onClick={() => move(back)}>Back</Button>}
        <Button key={hint} kind="quiet" onClick={lead}>
          {show}
        </Button>
        {isLast ? null : (
          <Button kind="quiet" onClick={close}>
            Skip the hints
          </Button>
        )}
      </div>
    </section>
  );
}
