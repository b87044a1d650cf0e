import { voiceHue } from '#web/results/voice-hue.ts';
import { clock } from '#web/ui/text.ts';
import type { DemoSession } from './demo-session.ts';
import { demoLineId } from './demo-setting.ts';
import '#web/results/speakers.css';

/** An empty, unpositioned target: a link to it closes the cited line without scrolling. */
const nowhere = 'demo-nowhere';

/**
 * The transcript beside the notes; in a narrow window, a sheet that opens at the cited line. Works by the address alone:
 * `:target` is the line that a chip links to.
 */
export function DemoTranscript({ transcript }: Pick<DemoSession, 'transcript'>) {
  const speakers = new Map(
    transcript.speakers.map(({ id, label }, index) => [id, { label, hue: voiceHue(index) }]),
  );
  return (
    <>
      <span id={nowhere} className="demo-nowhere" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <section className="demo-transcript" aria-labelledby="demo-transcript-title" tabIndex={0}>
        <div className="demo-transcript-head">
          <h3 id="demo-transcript-title">What was said</h3>
          <a className="demo-close" href={`#${nowhere}`}>
            Back to the notes
          </a>
        </div>
        <ol className="demo-lines">
          {transcript.segments.map(({ id, startMs, speakerId, text }) => {
            const speaker = speakers.get(speakerId ?? '');
            return (
              <li key={id} id={demoLineId(id)} tabIndex={-1} data-start-ms={startMs}>
                <a
                  className="demo-time"
                  href={`#${demoLineId(id)}`}
                  aria-label={`Play from ${clock(startMs / 1000)}`}
                >
                  {clock(startMs / 1000)}
                </a>
                <p>
                  <strong className={speaker?.hue ?? voiceHue(-1)}>{speaker?.label}</strong> {text}
                </p>
              </li>
            );
          })}
        </ol>
      </section>
    </>
  );
}
