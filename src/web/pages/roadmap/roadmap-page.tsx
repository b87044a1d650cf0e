import { Link } from 'wouter';
import { RoadMap } from '#web/ui/illustrations/road-map.tsx';
import { Part, ReadingPage } from '../reading/reading-page.tsx';
import { neverPlanned, type RoadmapStage, roadmap } from './roadmap.ts';
import './roadmap.css';

const stages: readonly { stage: RoadmapStage; title: string; text: string }[] = [
  { stage: 'next', title: 'Next', text: 'What we are working on.' },
  { stage: 'later', title: 'Later', text: 'Decided, but not started. The order may change.' },
  { stage: 'shipped', title: 'Shipped', text: 'What you can use today.' },
];

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
