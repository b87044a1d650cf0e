import { useConsent } from '#web/flows/consent/use-consent.ts';
import { Button } from '#web/ui/button.tsx';
import './consent-choice.css';

const sentences = {
  nothing: 'Right now no tracker runs in your browser, and there is nothing to choose.',
  optedOut:
    'Your browser says that you do not want to be tracked (Global Privacy Control or Do Not Track). That is an answer: no tracker is loaded, and we do not ask.',
  asked: 'You have not chosen yet. Until you do, no tracker runs.',
  granted: 'You agreed: trackers run on this device.',
  refused: 'You did not agree: no tracker runs on this device.',
} as const;

/** Where one changes one's mind about trackers, at any time (R7.15). Without JavaScript none runs, and it says so. */
export function ConsentChoice() {
  const { status, grant, refuse } = useConsent();
  const canChoose = status === 'asked' || status === 'granted' || status === 'refused';
  return (
    <div className="consent-choice" data-tracking-category="consent">
      <p aria-live="polite">{sentences[status]}</p>
      {canChoose ? (
        <div className="consent-choice-answers">
          <Button aria-pressed={status === 'refused'} onClick={refuse}>
            Do not agree
          </Button>
          <Button aria-pressed={status === 'granted'} onClick={grant}>
            Agree
          </Button>
        </div>
      ) : null}
    </div>
  );
}
