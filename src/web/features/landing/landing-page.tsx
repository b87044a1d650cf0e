import { Link } from 'wouter';
import { useAuth } from '#web/app/hooks.ts';
import { Card } from '#web/ui/card.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import './landing.css';

const steps: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'microphone',
    title: 'Bring the recording',
    text: 'One session, one file: MP3, M4A, WAV, FLAC, OGG, WebM or MP4. A transcript you already have does, too. Long evenings are welcome; nothing is cut in silence.',
  },
  {
    icon: 'coins',
    title: 'See the price first',
    text: 'Uploading is free. The exact cost of a brief and of a comprehensive analysis stands there before you start, and your first analysis is on the house.',
  },
  {
    icon: 'book',
    title: 'Read, check, make it yours',
    text: 'Scenes, names, quests, decisions and open threads, each with the words at the table it stands on. One click shows them. The notes are yours to edit.',
  },
];

/** `/`: what it is for, and the way in (R1.2). */
export function LandingPage() {
  const { status } = useAuth();
  const signedIn = status === 'signedIn';
  return (
    <main id="main" className="page-main landing" tabIndex={-1}>
      <div className="landing-hero">
        <section className="landing-words">
          <PageHeading title="Less note-taking, more world-building">
            <span className="landing-unbroken">Less note-taking,</span>{' '}
            <span className="landing-unbroken">more world-building</span>
          </PageHeading>
          <p className="landing-lead">
            Hearthscribe listens to the recording of your role-playing session and hands you the session
            notes: who was there, what was decided, what was said, and where to pick up the thread next time.
          </p>
          {signedIn ? (
            <Link href="/campaign" className="button button-primary">
              Open your campaigns
            </Link>
          ) : (
            <a href="#join" className="button button-primary">
              Join / Login
            </a>
          )}
        </section>
        <ExamplePage />
      </div>
      <ol className="landing-steps">
        {steps.map((step) => (
          <li key={step.title}>
            <Card className="landing-step">
              <Icon name={step.icon} />
              <h2>{step.title}</h2>
              <p>{step.text}</p>
            </Card>
          </li>
        ))}
      </ol>
    </main>
  );
}

/** A glimpse of the result, invented and said to be. */
function ExamplePage() {
  return (
    <figure className="landing-example">
      <div className="card landing-sheet">
        <p className="landing-sheet-title">The Keeper Confesses</p>
        <p>
          The party questioned Orla Finch at the lighthouse.&nbsp;
          <span className="evidence-chip">1:12:40</span>
        </p>
        <p className="landing-sheet-quote">
          “I lit it, and I would light it again.”&nbsp;<span className="evidence-chip">1:19:05</span>
        </p>
        <p>
          <strong>Open thread:</strong> who paid her?&nbsp;<span className="evidence-chip">2:03:11</span>
        </p>
      </div>
      <figcaption className="muted">
        An invented example. The times lead to the words that were said.
      </figcaption>
    </figure>
  );
}
