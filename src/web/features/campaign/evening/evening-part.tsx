import type { Analysis } from '#contract/analyses.ts';
import type { Evening } from '#contract/analysis-result.ts';
import type { Session } from '#contract/sessions.ts';
import { useHeard, usePlayFrom } from '#web/flows/player/use-player.ts';
import { useSoundLanes, useTranscript } from '#web/hooks/data-hooks.ts';
import type { EvidenceAccess } from '#web/results/evidence.tsx';
import { recordingOf } from '../transcript/recording-of.ts';
import { EveningIndex } from './evening-index.tsx';
import { EveningView } from './evening-view.tsx';
import { TimelinePicture } from './timeline-picture.tsx';
import { wordsOf } from './words-of.ts';

interface EveningPartProps {
  session: Session;
  analysis: Analysis;
  evening: Evening;
  access: EvidenceAccess;
}

const nothingKept: ReadonlySet<string> = new Set();

function useEveningSound(session: Session, analysis: Analysis) {
  const transcript = useTranscript(analysis.transcriptId);
  const playFrom = usePlayFrom();
  const hasSound = transcript.data !== undefined && recordingOf(session, transcript.data) === 'there';
  const place = { sessionId: session.id, campaignId: session.campaignId, title: session.title };
  return {
    speakers: transcript.data?.speakers ?? [],
    hasSound,
    play: hasSound ? (seconds: number) => playFrom(place, seconds) : null,
  };
}

export function TimelinePart({ session, analysis, evening, access }: EveningPartProps) {
  const { speakers, hasSound, play } = useEveningSound(session, analysis);
  const lanes = useSoundLanes(hasSound ? session.id : null);
  const heard = useHeard(session.id, Math.floor);
  const words = wordsOf(access, speakers);
  const canPlay = play !== null && words.isMeasured;
  return (
    <TimelinePicture
      {...words}
      evening={evening}
      kept={nothingKept}
      lanes={lanes.data ?? null}
      heard={heard}
      canPlay={canPlay}
      onChoose={({ evidence, startMs }) => (canPlay ? play(startMs / 1000) : access.open?.(evidence))}
    />
  );
}

export function ChaptersPart({ session, analysis, evening, access }: EveningPartProps) {
  const { speakers, play } = useEveningSound(session, analysis);
  return (
    <EveningView
      evening={evening}
      access={access}
      transcriptId={analysis.transcriptId}
      speakers={speakers}
      play={play}
      kept={nothingKept}
      acts={null}
    />
  );
}

export function IndexPart({ evening, access }: Pick<EveningPartProps, 'evening' | 'access'>) {
  return (
    <EveningIndex
      evening={evening}
      placeOf={wordsOf(access, []).placeOf}
      onJump={(evidence) => access.open?.(evidence)}
    />
  );
}
