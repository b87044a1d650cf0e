import { useConsent } from '#web/flows/consent/use-consent.ts';
import { Button } from '#web/ui/button.tsx';
import './consent.css';

/** R7.15: two equal answers, without blocking the page. */
export function ConsentBanner() {
  const { status, grant, refuse } = useConsent();
  if (status !== 'asked') return null;
  return (
    <section className="consent" aria-labelledby="consent-title" data-tracking-category="consent">
      <div className="consent-words">
        <h2 id="consent-title">May we see which pages help?</h2>
        <p>
          Counting visits and clicks shows us which pages and ads bring people here. This never includes your
          recordings, notes or campaigns, and everything works the same if you say no.{' '}
          <a href="/cookies#your-choice">What exactly?</a>
        </p>
      </div>
      <div className="consent-answers">
        <Button onClick={refuse}>No, thanks</Button>
        <Button onClick={grant}>Yes, that’s fine</Button>
      </div>
    </section>
  );
}
