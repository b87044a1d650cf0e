import { useEffect, useRef, useState } from 'react';
import type { Session } from '#contract/sessions.ts';
import type { Segment } from '#contract/transcript.ts';
import { useHeard, usePlayFrom } from '#web/flows/player/use-player.ts';
import { useTranscriptEditing } from '#web/flows/transcript-editing/use-transcript-editing.ts';
import { useAllSegments, type useTranscript } from '#web/hooks/data-hooks.ts';
import { useLinkedLine } from '#web/hooks/use-cited.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MicrophoneAndRecorder } from '#web/ui/illustrations/microphone.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { YourMarks } from '../marks/late-marks.tsx';
import { FixNameButton } from '../names/fix-name-button.tsx';
import { heardSegment } from '../transcript/heard-segment.ts';
import { recordingOf } from '../transcript/recording-of.ts';
import { type TranscriptTarget, TranscriptView } from '../transcript/transcript-view.tsx';
import { useQuoting } from '../transcript/use-quoting.tsx';
import { TabFailure, ToTop } from './tab-parts.tsx';

interface TranscriptTabProps {
  session: Session;
  transcript: ReturnType<typeof useTranscript>;
  visible: boolean;
  target: TranscriptTarget | null;
}

/** A link from an export plays its line, once; a browser that refuses leaves the player paused there. */
function useLinkedPlaying(segments: readonly Segment[], play: (seconds: number) => void) {
  const line = useLinkedLine();
  const start = segments.find(({ id }) => id === line)?.startMs;
  const playLine = useRef(play);
  playLine.current = play;
  useEffect(() => {
    if (start !== undefined) playLine.current(start / 1000);
  }, [start]);
}

export function TranscriptTab({ session, transcript, visible, target }: TranscriptTabProps) {
  const playFrom = usePlayFrom();
  const editing = useTranscriptEditing();
  const [wanted, setWanted] = useState(visible);
  if (visible && !wanted) setWanted(true);
  const segments = useAllSegments(wanted ? (transcript.data?.id ?? null) : null);
  const heard = useHeard(session.id, (seconds) =>
    heardSegment(segments.data?.segments ?? [], seconds * 1000),
  );
  const place = { sessionId: session.id, campaignId: session.campaignId, title: session.title };
  useLinkedPlaying(
    visible && transcript.data && recordingOf(session, transcript.data) === 'there'
      ? (segments.data?.segments ?? [])
      : [],
    (seconds) => playFrom(place, seconds),
  );
  const quoting = useQuoting(
    session.id,
    transcript.data && segments.data && transcript.data.id === session.transcriptId
      ? { segments: segments.data.segments, speakers: transcript.data.speakers }
      : null,
  );
  if (transcript.error) {
    return <TabFailure message={transcript.error.message} onRetry={() => transcript.refetch()} />;
  }
  if (segments.error)
    return <TabFailure message={segments.error.message} onRetry={() => segments.refetch()} />;
  if (!transcript.data && !transcript.isLoading) {
    const isStored = session.audio?.deletedAt === null;
    return (
      <EmptyState
        illustration={<MicrophoneAndRecorder />}
        title="No transcript yet"
        text={
          isStored
            ? 'It appears here once the recording has been transcribed, which is the first step of an analysis.'
            : 'Add a recording or a transcript of this session, and its lines appear here.'
        }
      >
        <ToTop>{isStored ? 'Go to the analysis' : 'Add a recording or transcript'}</ToTop>
      </EmptyState>
    );
  }
  if (!transcript.data || !segments.data) return <Skeleton label="Loading the transcript" lines={12} />;
  const recording = recordingOf(session, transcript.data);
  const lines = segments.data.segments;
  const lineAt = (atMs: number) => lines[heardSegment(lines, atMs) ?? -1] ?? null;
  return (
    <>
      <div className="button-row">
        <FixNameButton campaignId={session.campaignId} />
      </div>
      {recording === 'none' ? null : (
        <YourMarks session={session} lineAt={(atMs) => lineAt(atMs)?.text ?? null} />
      )}
      {quoting.notice}
      {quoting.dialog}
      <TranscriptView
        transcript={transcript.data}
        segments={lines}
        marks={recording === 'none' ? [] : (session.audio?.marks ?? [])}
        visible={visible}
        target={target}
        editing={editing}
        onQuote={quoting.quote}
        recording={{
          state: recording,
          heard,
          play: (seconds) => playFrom(place, seconds),
        }}
      />
    </>
  );
}
