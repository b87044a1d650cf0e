import { useConsent } from '#web/flows/consent/use-consent.ts';
import { Button } from '#web/ui/button.tsx';
import './consent-choice.css';

const sentences = {
  nothing: 'No tracker runs in your browser right now, so there is nothing to choose.',
  optedOut:
    'Your browser says that you do not want to be tracked (Global Privacy Control or Do Not Track). We respect that: we load no trackers and don’t ask.',
  asked: 'You haven’t chosen yet. Until you do, no trackers run.',
  granted: 'You agreed: trackers run on this device.',
  refused: 'You declined: no trackers run on this device.',
} as const;

/** Lets visitors change their choice about trackers at any time (R7.15). Without JavaScript, it says that none run. */
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
