import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Session } from '#contract/sessions.ts';
import type { KeptRecording, PersonAtTable, RecordedSound } from '#machines/recording/recording.setup.ts';
import { useRecording } from '#web/flows/recording/use-recording.ts';
import { useCast } from '#web/hooks/cast-hooks.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { byteSize, clock, dayAndTime } from '#web/ui/text.ts';
import '#web/ui/more-icons.ts';
import { MarkList } from '../marks/mark-list.tsx';
import { Discarded, Working } from './kept-states.tsx';
import { LevelMeter, RecordedTime } from './level-meter.tsx';
import { peopleAtTable } from './people-at-table.ts';
import { SayingNames } from './saying-names.tsx';
import { UnsentRecording } from './unsent-recording.tsx';
import './recording.css';

type Recording = ReturnType<typeof useRecording>;

export function RecordingPlace({ session }: { session: Pick<Session, 'id' | 'campaignId'> }) {
  const { data: cast } = useCast(session.campaignId);
  const people = cast?.tellsVoicesApart ? peopleAtTable(cast.people) : null;
  return <RecordingCard recording={useRecording()} sessionId={session.id} people={people} />;
}

interface RecordingCardProps {
  recording: Recording;
  sessionId: string;
  /** Who can say their names; null where that does not help, or is not known yet. */
  people: readonly PersonAtTable[] | null;
}

export function RecordingCard({ recording, sessionId, people }: RecordingCardProps) {
  const { step, place, kept, failure } = recording;
  if (recording.isCapturing && place !== null && place.sessionId !== sessionId)
    return (
      <Notice kind="information" title="Another session is being recorded">
        <p>
          Stop <Link href={campaignPath(place)}>{place.title}</Link> before you record this one.
        </p>
      </Notice>
    );
  switch (step) {
    case 'unreadable':
      return (
        <div className="recording">
          {failure ? <p role="status">{failure.message}</p> : null}
          <div className="button-row">
            <Button onClick={recording.retry}>Try again</Button>
          </div>
        </div>
      );
    case 'ready':
      return <RecordOffer recording={recording} people={people ?? []} />;
    case 'asking':
      return (
        <div className="recording">
          <p role="status">Your browser is asking whether this page may use the microphone …</p>
          <div className="button-row">
            <Button onClick={recording.stop}>Cancel</Button>
          </div>
        </div>
      );
    case 'called':
    case 'speaking':
      return <SayingNames recording={recording} />;
    case 'heard':
    case 'silent':
    case 'quiet':
    case 'clipping':
    case 'paused':
      return <Running recording={recording} people={people} />;
    case 'finishing':
      return <Working className="recording" label="Saving the last few seconds" />;
    case 'kept':
      return kept ? <Kept recording={recording} kept={kept} people={people} /> : null;
    case 'joining':
      return <Working className="recording" label="Preparing the recording" />;
    case 'handedOver':
      return (
        <p role="status" className="muted">
          This browser keeps the recording until the server has all of it.
        </p>
      );
    case 'sendingNotes':
      return <Working className="recording" label={`Sending ${notesOf(recording)}`} />;
    case 'notesUnsent':
      return (
        <div className="recording">
          <Notice kind="error" title={`Only this browser has ${notesOf(recording)}`}>
            <p>{failure?.message} The recording itself is uploaded.</p>
          </Notice>
          <div className="button-row">
            <Button kind="primary" onClick={recording.retry}>
              Try again
            </Button>
            <Button kind="danger" icon="trash" onClick={recording.discard}>
              Do without
            </Button>
          </div>
        </div>
      );
    case 'discarded':
      return <Discarded className="recording" onUndo={recording.undo} onRemove={recording.discard} />;
    case 'removing':
      return <Working className="recording" label="Removing the recording from this browser" />;
    default:
      return null;
  }
}

/** What is kept beside the sound. */
function notesOf({ marks, introductions }: Recording): string {
  if (introductions.length === 0) return 'your marks';
  return marks.length === 0 ? 'who said their name when' : 'your marks, and who said their name when';
}

function RecordOffer({
  recording: { failure, canRecord, record, introduce },
  people,
}: {
  recording: Recording;
  people: readonly PersonAtTable[];
}) {
  return (
    <section className="recording" aria-labelledby="record-title">
      <h2 id="record-title">Or record the table here</h2>
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      {canRecord ? (
        <>
          <p className="muted">
            Put this device in the middle of the table. Your browser saves the recording every few seconds, so
            a crash loses no more than that. Ask everyone at the table before you record.
          </p>
          <div className="button-row">
            <Button icon="microphone" onClick={record}>
              Record with this device
            </Button>
            {people.length === 0 ? null : (
              <Button onClick={() => introduce(people)}>Say your names first</Button>
            )}
          </div>
          {people.length === 0 ? null : (
            <p className="muted">
              If each of you says your name first, five seconds one after another, your lines carry your
              names.
            </p>
          )}
        </>
      ) : (
        <p className="muted">
          This browser cannot record on this page. Open it at an address that begins with https, or record
          with another app and add the file here.
        </p>
      )}
    </section>
  );
}

function Marks({ recording, onPlay }: { recording: Recording; onPlay?: (atMs: number) => void }) {
  const { marks, removedMark } = recording;
  if (marks.length === 0 && removedMark === null) return null;
  return (
    <section className="your-marks" aria-label="Your marks">
      <h3>Your marks</h3>
      <MarkList
        marks={marks}
        removed={removedMark}
        onWord={recording.wordMark}
        onRemove={recording.removeMark}
        onRestore={recording.restoreMark}
        onPlay={onPlay ?? null}
      />
    </section>
  );
}

function Running({ recording, people }: { recording: Recording; people: RecordingCardProps['people'] }) {
  const { step, kept, pause, resume, stop } = recording;
  const isPaused = step === 'paused';
  return (
    <section className="recording recording-running" aria-label="Recording">
      <h2>
        <span className="recording-dot" data-paused={isPaused || undefined} aria-hidden="true" />
        {isPaused ? 'Paused' : 'Recording'} <RecordedTime kept={kept} />
      </h2>
      {isPaused ? <p>Nothing is being recorded right now.</p> : <LevelMeter />}
      {step === 'silent' ? (
        <Notice kind="warning" title="No sound">
          The microphone has picked up nothing for 20 seconds. It may be muted or the wrong one.
        </Notice>
      ) : null}
      <div role="status">
        {step === 'quiet' ? (
          <Notice kind="warning" title="Too quiet" announced={false}>
            People may be hard to understand. Move the device closer to the middle of the table, and don’t
            cover its microphone.
          </Notice>
        ) : step === 'clipping' ? (
          <Notice kind="warning" title="Too loud" announced={false}>
            The sound gets distorted. Move the device farther away, or lower the microphone’s volume in the
            device’s settings.
          </Notice>
        ) : null}
      </div>
      <div className="button-row">
        {isPaused ? (
          <Button key="resume" kind="primary" icon="microphone" onClick={resume}>
            Continue recording
          </Button>
        ) : (
          <Button key="pause" icon="pause" onClick={pause}>
            Pause
          </Button>
        )}
        <Button kind={isPaused ? 'secondary' : 'primary'} icon="check" onClick={stop}>
          Stop recording
        </Button>
      </div>
      {isPaused ? null : (
        <div className="button-row">
          <Button icon="bookmark" onClick={recording.mark}>
            Mark this moment
          </Button>
        </div>
      )}
      <Named recording={recording} people={people} />
      <Marks recording={recording} />
      <p className="muted">
        You can look at other pages meanwhile. Keep this tab open, and the device plugged in.
      </p>
    </section>
  );
}

/** Who has said their name, and the others if saying names was cut off. */
function Named({ recording, people }: { recording: Recording; people: RecordingCardProps['people'] }) {
  const { introductions, step, introduce } = recording;
  if (introductions.length === 0 || people === null) return null;
  const hasSpoken = (person: PersonAtTable) =>
    introductions.some(({ personId }) => personId === person.personId);
  const others = step === 'kept' ? people.filter((person) => !hasSpoken(person)) : [];
  const names = (all: readonly PersonAtTable[]) =>
    new Intl.ListFormat('en').format(all.map(({ player }) => player));
  return (
    <>
      <p>
        Voices known on this recording: {names(people.filter(hasSpoken))}.
        {others.length > 0 ? ` Not yet: ${names(others)}.` : null}
      </p>
      {others.length > 0 ? (
        <div className="button-row">
          <Button onClick={() => introduce(others)}>Say the other names</Button>
        </div>
      ) : null}
    </>
  );
}

function Kept({
  recording,
  kept,
  people,
}: {
  recording: Recording;
  kept: KeptRecording;
  people: RecordingCardProps['people'];
}) {
  const { sound, work, failure } = recording;
  const player = useRef<HTMLAudioElement>(null);
  const listen = (fromMs: number) => {
    if (player.current === null) return recording.listen(fromMs);
    player.current.currentTime = fromMs / 1000;
    void player.current.play().catch(() => undefined);
  };
  return (
    <UnsentRecording
      title={`A recording of ${clock(kept.seconds)} is kept in this browser`}
      facts={`Started on ${dayAndTime(kept.startedAt)}, ${byteSize(kept.sizeBytes)}.`}
      failure={failure}
    >
      <div className="button-row">
        <Button kind="primary" icon="upload" onClick={recording.use}>
          Use this recording
        </Button>
        {sound ? null : (
          <Button icon="play" onClick={() => listen(0)}>
            Listen
          </Button>
        )}
        <Button icon="download" onClick={recording.download}>
          Download
        </Button>
        <Button icon="microphone" onClick={recording.record}>
          Record more
        </Button>
        <Button kind="danger" icon="trash" onClick={recording.discard}>
          Discard it
        </Button>
      </div>
      <Named recording={recording} people={people} />
      {work === 'opening' || work === 'saving' ? (
        <p role="status">{work === 'opening' ? 'Preparing it for listening …' : 'Preparing the file …'}</p>
      ) : null}
      {sound ? <Sound sound={sound} player={player} /> : null}
      <Marks recording={recording} onPlay={listen} />
    </UnsentRecording>
  );
}

function Sound({
  sound: { url, fromMs },
  player,
}: {
  sound: RecordedSound;
  player: RefObject<HTMLAudioElement | null>;
}) {
  useEffect(() => {
    if (!player.current) return;
    player.current.currentTime = fromMs / 1000;
    // The button that was pressed is gone.
    player.current.focus({ preventScroll: true });
  }, [fromMs, player]);
  return (
    // biome-ignore lint/a11y/useMediaCaption: it is not transcribed yet
    <audio ref={player} className="recording-sound" aria-label="The recording" src={url} controls autoPlay />
  );
}
