import { highlightsLabel, partsOf, ResultLabels, ResultParts } from '#web/results/result-parts.tsx';
import { clock, countOf } from '#web/ui/text.ts';
import { demoSession } from './demo-session.generated.ts';
import type { DemoVersion } from './demo-session.ts';
import { demoSetting } from './demo-setting.ts';
import { DemoTranscript } from './demo-transcript.tsx';
import '#web/results/result.css';
import './demo.css';

const versions: readonly { version: DemoVersion; name: string }[] = [
  { version: 'edited', name: 'Edited' },
  { version: 'comprehensive', name: 'Comprehensive' },
  { version: 'brief', name: 'Brief' },
];

const { edited, comprehensive } = demoSession.results;
const madeByEngine = new Set(comprehensive.lines.summary.map(({ text }) => text));
const picked = edited.lines.summary.filter(({ text }) => madeByEngine.has(text)).length;

const editedLabel =
  `Highlights, edited by the game master: ${picked} of ${edited.lines.summary.length} lines of the summary are as ` +
  'our built-in engine picked them. The game master wrote the others, and the titles, descriptions, quotes, ' +
  'decisions and open threads. “Comprehensive” and “Brief” are as the engine made them.';

/** A finished session: its result as the app shows it, beside the transcript. */
export function DemoSection() {
  const { transcript } = demoSession;
  return (
    <section id="demo" className="landing-section demo" aria-labelledby="demo-title">
      <div className="landing-section-head">
        <p className="eyebrow">Demo</p>
        <h2 id="demo-title">A session to read and click</h2>
        <p className="lead">
          Notes on {countOf(Math.round(transcript.durationMs / 60_000), 'minute')} at a table of four, as our
          built-in engine made them and as a game master would edit them. Click a timestamp to highlight the
          line it comes from.
        </p>
        <p className="muted">
          We invented the table, its players, its goose and the timestamps ({clock(0)} to{' '}
          {clock(transcript.durationMs / 1000)}), but not the engine’s notes.
        </p>
      </div>
      <fieldset className="demo-versions">
        <legend className="visually-hidden">Version of the notes</legend>
        {versions.map(({ version, name }) => (
          <label key={version}>
            <input
              type="radio"
              name="demo-version"
              value={version}
              className="visually-hidden"
              defaultChecked={version === 'edited'}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <div className="demo-table">
        <div className="demo-notes">
          {versions.map(({ version }) => (
            <DemoResult key={version} version={version} />
          ))}
        </div>
        <DemoTranscript transcript={transcript} />
      </div>
    </section>
  );
}

function DemoResult({ version }: { version: DemoVersion }) {
  const result = demoSession.results[version];
  return (
    <article className="result demo-result" data-version={version} aria-label={`${result.title}, ${version}`}>
      <header className="result-head">
        <p className="result-labels">
          <ResultLabels result={result} />
          {version === 'edited' && <span className="badge">Edited</span>}
        </p>
        <p className="demo-result-title">{result.title}</p>
        <p className="muted">{version === 'edited' ? editedLabel : highlightsLabel}</p>
      </header>
      <ResultParts parts={partsOf(result, demoSetting)} />
    </article>
  );
}
