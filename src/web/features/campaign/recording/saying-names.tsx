import { introductionSeconds } from '#machines/recording/introductions.ts';
import type { useRecording } from '#web/flows/recording/use-recording.ts';
import { Button } from '#web/ui/button.tsx';
import { LevelMeter, RecordedTime } from './level-meter.tsx';

/** Each person presses when it is their turn, and speaks. */
export function SayingNames({ recording }: { recording: ReturnType<typeof useRecording> }) {
  const { step, kept, people, turn, introductions } = recording;
  const isSpeaking = step === 'speaking';
  const now = people[turn];
  if (now === undefined) return null;
  const plays = now.characters.length === 0 ? '' : `, who plays ${now.characters[0]}`;
  return (
    <section className="recording recording-running" aria-label="Recording">
      <h2>
        <span className="recording-dot" aria-hidden="true" />
        Say your names <RecordedTime kept={kept} />
      </h2>
      <LevelMeter />
      <div role="status">
        {isSpeaking ? (
          <p>
            Listening to <strong>{now.player}</strong> for {introductionSeconds} seconds …
          </p>
        ) : (
          <p>
            It’s the turn of{' '}
            <strong>
              {now.player}
              {plays}
            </strong>
            . Press, then say your name and what you are looking forward to. The others are silent meanwhile.
          </p>
        )}
      </div>
      {isSpeaking ? <div className="saying-names-progress" /> : null}
      <div className="button-row">
        {isSpeaking ? null : (
          <Button kind="primary" icon="microphone" onClick={recording.speak}>
            {now.player} speaks now
          </Button>
        )}
        {isSpeaking || turn > 0 ? (
          <Button icon="undo" onClick={recording.back}>
            {isSpeaking ? 'Start over' : 'Back'}
          </Button>
        ) : null}
        <Button onClick={recording.skip}>Skip {now.player}</Button>
      </div>
      <ol className="saying-names-list">
        {people.map((person, at) => {
          const hasSpoken = introductions.some(({ personId }) => personId === person.personId);
          const state = at === turn ? 'now' : hasSpoken ? 'known' : at < turn ? 'skipped' : '';
          return (
            <li key={person.personId} aria-current={at === turn ? 'step' : undefined}>
              {person.player} {state === '' ? null : <span className="muted">{state}</span>}
            </li>
          );
        })}
      </ol>
      <div className="button-row">
        <Button kind="quiet" onClick={recording.skipAll}>
          Skip the rest and record
        </Button>
        <Button kind="quiet" icon="pause" onClick={recording.pause}>
          Pause
        </Button>
        <Button kind="quiet" onClick={recording.stop}>
          Stop recording
        </Button>
      </div>
      <p className="muted">
        Voices are compared on this recording only. For your next recordings, Hearthscribe remembers only the
        voices of those who agreed in “Who is who”.
      </p>
    </section>
  );
}
