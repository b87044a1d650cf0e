import { choicePath } from '#contract/choices.ts';
import { Chip } from '#web/results/evidence.tsx';
import { LampLitTable } from '#web/ui/illustrations/lamp-lit-table.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { demoSession } from './demo-session.ts';
import { demoSetting } from './demo-setting.ts';

export function Hero() {
  return (
    <section className="landing-hero" aria-label="What Hearthscribe is for">
      <div className="landing-words">
        <p className="eyebrow">For game masters who would rather run the game</p>
        <PageHeading title="Less note-taking, more world-building">
          <span className="landing-unbroken">Less note-taking,</span>{' '}
          <span className="landing-unbroken">more world-building</span>
        </PageHeading>
        <p className="lead">
          Put down the pencil and look at your players. Hearthscribe turns your recording into session notes:
          where the party went, who they met, and the lines worth keeping. Every line links to the moment it
          was said.
        </p>
        <div className="button-row">
          <a className="button button-primary" href={choicePath({ kind: 'freeAnalysis' })}>
            Start with a free analysis
          </a>
          <a className="button button-secondary" href="/demo">
            Look around first
          </a>
        </div>
        <p className="muted">Uploading is free. You see the exact price before you pay anything.</p>
      </div>
      <div className="landing-picture">
        <LampLitTable className="landing-lamp" />
        <Sheet />
      </div>
    </section>
  );
}

function Sheet() {
  const { title, lines, openThreads } = demoSession.results.edited;
  const told = lines.summary.filter(({ text }) => !text.includes('“'));
  const said = lines.summary.filter(({ text }) => text.includes('“'));
  const shown = [...told.slice(0, 1), ...said.slice(0, 1), ...openThreads.slice(-1)];
  return (
    <figure className="landing-sheet">
      <div className="card">
        <p className="landing-sheet-title">{title}</p>
        {shown.map(({ text, evidence }) => (
          <p key={text} className={text.includes('“') ? 'landing-sheet-quote' : undefined}>
            {text}
            <Chip evidence={evidence} access={demoSetting} />
          </p>
        ))}
      </div>
      <figcaption className="muted">
        From the edited notes of the demo session. Click a timestamp to see the words.
      </figcaption>
    </figure>
  );
}
