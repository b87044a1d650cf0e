import { Link } from 'wouter';
import { RoadMap } from '#web/ui/illustrations/road-map.tsx';
import { Part, ReadingPage } from '../reading/reading-page.tsx';
import { neverPlanned, type RoadmapStage, roadmap } from './roadmap.ts';
import './roadmap.css';

const stages: readonly { stage: RoadmapStage; title: string; text: string }[] = [
  { stage: 'next', title: 'Next', text: 'What is being worked on.' },
  { stage: 'later', title: 'Later', text: 'Decided on and described, not begun. The order may change.' },
  { stage: 'shipped', title: 'Shipped', text: 'What is there today.' },
];

/** `/roadmap` (R1.5, R2.10): what is there, what is being worked on, and what comes after. */
export function RoadmapPage() {
  return (
    <ReadingPage
      title="Roadmap"
      lead="What is there, what is being worked on, and what comes after. Without dates, because a date on a roadmap is a guess with a suit on."
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
            Why not is told under <Link href="/ai">AI philosophy</Link>. What you miss we would like to hear:
            signed in, press Feedback.
          </p>
        </Part>
      </div>
    </ReadingPage>
  );
}
