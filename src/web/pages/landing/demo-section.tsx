import { demoSoundPath } from '#contract/pages.ts';
import { highlightsLabel, partsOf, ResultLabels, ResultParts } from '#web/results/shown-parts.tsx';
import { clock, countOf } from '#web/ui/text.ts';
import { modelNotes } from '../model-notes.ts';
import { type DemoVersion, demoSession } from './demo-session.ts';
import { demoSetting, demoSoundId } from './demo-setting.ts';
import { DemoTranscript } from './demo-transcript.tsx';
import '#web/results/result.css';
import './demo.css';

/** Of the choice of a version; an address that ends in it opens that version. */
const choiceId = (version: Version): string => `demo-${version}`;

type Version = DemoVersion | 'model';

const versions: readonly { version: Version; name: string }[] = [
  { version: 'edited', name: 'Edited' },
  { version: 'comprehensive', name: 'Comprehensive' },
  { version: 'brief', name: 'Brief' },
  { version: 'model', name: 'By a model' },
];

const { edited, comprehensive } = demoSession.results;
const madeByEngine = new Set(comprehensive.lines.summary.map(({ text }) => text));
const picked = edited.lines.summary.filter(({ text }) => madeByEngine.has(text)).length;

const editedLabel =
  `Edited by the game master: ${picked} of ${edited.lines.summary.length} lines of the summary are as our ` +
  'built-in engine picked them, all else is the game master’s.';

/** A finished session: its result as the app shows it, beside the transcript. */
export function DemoSection() {
  const { transcript } = demoSession;
  return (
    <section id="demo" className="landing-section demo" aria-labelledby="demo-title">
      <div className="landing-section-head">
        <p className="eyebrow">Demo</p>
        <h2 id="demo-title">A session to read and click</h2>
        <p className="lead">
          {countOf(Math.round(transcript.durationMs / 60_000), 'minute')} at a table of four, as our built-in
          engine, a game master and a language model note them. Press a timestamp to see and hear its line.
        </p>
      </div>
      <div className="demo-choices">
        <fieldset className="demo-versions">
          <legend className="visually-hidden">Version of the notes</legend>
          {versions.map(({ version, name }) => (
            <label key={version} id={choiceId(version)}>
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
        {/* biome-ignore lint/a11y/useMediaCaption: the transcript is beside it, line by line. */}
        <audio
          id={demoSoundId}
          className="demo-sound"
          controls
          preload="none"
          src={demoSoundPath}
          aria-label={`The recording of this session, ${clock(transcript.durationMs / 1000)} long`}
        />
        <span data-island="demo" data-sound={demoSoundId} hidden />
      </div>
      <div className="demo-table">
        <div className="demo-notes">
          {versions.map(({ version }) => (
            <DemoResult key={version} version={version} />
          ))}
        </div>
        <DemoTranscript transcript={transcript} />
      </div>
      <p className="muted">
        We invented the table, its players and its goose, and synthetic voices read their lines. The engine’s
        notes are not invented.
      </p>
    </section>
  );
}

const notedBy: Readonly<Record<Version, string>> = {
  edited: editedLabel,
  comprehensive: highlightsLabel,
  brief: highlightsLabel,
  model:
    'Notes as a language model wrote them, word for word as our engine checked and kept them. Models make mistakes, so check what matters.',
};

function DemoResult({ version }: { version: Version }) {
  const result = version === 'model' ? modelNotes : demoSession.results[version];
  return (
    <article className="result demo-result" data-version={version} aria-label={`${result.title}, ${version}`}>
      <header className="result-head">
        <p className="result-labels">
          <ResultLabels result={result} />
          {version === 'edited' && <span className="badge">Edited</span>}
        </p>
        <p className="demo-result-title">{result.title}</p>
        <p className="muted">{notedBy[version]}</p>
      </header>
      {result.evening === undefined ? null : (
        <div
          className="demo-evening"
          data-island="demo"
          data-level={version}
          data-choice={choiceId(version)}
        />
      )}
      <ResultParts parts={partsOf(result, demoSetting)} />
    </article>
  );
}
