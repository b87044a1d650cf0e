import type { DetailLevel } from '#contract/common.ts';
import { highlightsLabel, partsOf, ResultLabels, ResultParts } from '#web/results/result-parts.tsx';
import { clock, countOf } from '#web/ui/text.ts';
import { demoSession } from './demo-session.generated.ts';
import { demoSetting } from './demo-setting.ts';
import { DemoTranscript } from './demo-transcript.tsx';
import '#web/results/result.css';
import './demo.css';

const levels: readonly { level: DetailLevel; name: string }[] = [
  { level: 'comprehensive', name: 'Comprehensive' },
  { level: 'brief', name: 'Brief' },
];

/** A finished session: its result as the app shows it, beside the transcript. */
export function DemoSection() {
  const { transcript } = demoSession;
  return (
    <section id="demo" className="landing-section demo" aria-labelledby="demo-title">
      <div className="landing-section-head">
        <p className="eyebrow">Demo</p>
        <h2 id="demo-title">A session to read and click</h2>
        <p className="lead">
          Notes from {countOf(Math.round(transcript.durationMs / 60_000), 'minute')} at a table of four, by
          our built-in engine, unedited. Click a timestamp to highlight the line it comes from.
        </p>
        <p className="muted">
          We invented the table, its players, its goose and the timestamps ({clock(0)} to{' '}
          {clock(transcript.durationMs / 1000)}), but not the notes.
        </p>
      </div>
      <fieldset className="demo-levels">
        <legend className="visually-hidden">Level of detail</legend>
        {levels.map(({ level, name }) => (
          <label key={level}>
            <input
              type="radio"
              name="demo-level"
              value={level}
              className="visually-hidden"
              defaultChecked={level === 'comprehensive'}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <div className="demo-table">
        <div className="demo-notes">
          {levels.map(({ level }) => (
            <DemoResult key={level} level={level} />
          ))}
        </div>
        <DemoTranscript transcript={transcript} />
      </div>
    </section>
  );
}

function DemoResult({ level }: { level: DetailLevel }) {
  const result = demoSession.results[level];
  return (
    <article className="result demo-result" data-level={level} aria-label={`${result.title}, ${level}`}>
      <header className="result-head">
        <p className="result-labels">
          <ResultLabels result={result} />
        </p>
        <p className="demo-result-title">{result.title}</p>
        <p className="muted">{highlightsLabel}</p>
      </header>
      <ResultParts parts={partsOf(result, demoSetting)} />
    </article>
  );
}
