import { choicePath } from '#contract/choices.ts';
import { freeAnalysisMaxSeconds } from '#contract/credits.ts';
import { Campfire } from '#web/ui/illustrations/campfire.tsx';

export function Closing() {
  return (
    <section className="landing-closing" aria-labelledby="closing-title">
      <Campfire />
      <div>
        <h2 id="closing-title">Try it with last week’s recording</h2>
        <p className="lead">
          Your first analysis is free, for an evening of up to {freeAnalysisMaxSeconds / 3600} hours. If you
          don’t like the notes, all you have lost is an upload.
        </p>
        <div className="button-row">
          <a className="button button-primary" href={choicePath({ kind: 'freeAnalysis' })}>
            Start with a free analysis
          </a>
          <a className="button button-secondary" href="/tips-and-tricks">
            How to record a table
          </a>
        </div>
      </div>
    </section>
  );
}
