import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { RoadMap } from '#web/ui/illustrations/road-map.tsx';
import { Part, ReadingPage } from '../reading/reading-page.tsx';
import { releases } from './releases.ts';
import { neverPlanned, type RoadmapStage, roadmap } from './roadmap.ts';
import './roadmap.css';

const stages: readonly { stage: RoadmapStage; title: string; text: string }[] = [
  { stage: 'next', title: 'Next', text: 'What we are working on.' },
  { stage: 'later', title: 'Later', text: 'Decided, but not started. The order may change.' },
  { stage: 'shipped', title: 'Shipped', text: 'What you can use today.' },
];

/** The words between backticks are code. */
const withCode = (text: string): ReactNode[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));

/** `/roadmap` (R1.5, R2.10): what exists, what is in progress, and what is planned. */
export function RoadmapPage() {
  return (
    <ReadingPage
      title="Roadmap"
      lead="What exists, what we are working on, and what comes next. Without dates, because a date on a roadmap is a guess in a suit."
      picture={<RoadMap />}
    >
      <div className="prose">
        {stages.map(({ stage, title, text }) => (
          <Part key={stage} id={stage} title={title}>
            <p className="muted">{text}</p>
            <ul className={`roadmap-list roadmap-${stage}`}>
              {roadmap
                .filter((entry) => entry.stage === stage)
                .map((entry) => (
                  <li key={entry.title}>
                    <h3>{entry.title}</h3>
                    <p>{entry.text}</p>
                  </li>
                ))}
            </ul>
          </Part>
        ))}
        <Part id="whats-new" title="What’s new">
          {releases.map(({ version, changes }) => (
            <Fragment key={version}>
              <h3>Version {version}</h3>
              <ul>
                {changes.map((change) => (
                  <li key={change}>{withCode(change)}</li>
                ))}
              </ul>
            </Fragment>
          ))}
        </Part>
        <Part id="never" title="Not planned">
          <ul>
            {neverPlanned.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          <p>
            We explain why under <Link href="/ai">AI philosophy</Link>. Missing something? Sign in and choose
            Feedback.
          </p>
        </Part>
      </div>
    </ReadingPage>
  );
}
