import { useRef } from 'react';
import type { Analysis } from '#contract/analyses.ts';
import type { Evening } from '#contract/analysis-result.ts';
import { keptSection } from '#contract/evening-text.ts';
import type { Session } from '#contract/sessions.ts';
import { usePassageMove } from '#web/flows/passage-move/use-passage-move.ts';
import { useHeard, usePlayFrom } from '#web/flows/player/use-player.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import type { LastNotice } from '#web/flows/record-change/use-only-notice.ts';
import { useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { useNotes, useSoundLanes, useTranscript } from '#web/hooks/data-hooks.ts';
import { useEveningCalls } from '#web/hooks/evening-hooks.ts';
import type { EvidenceAccess } from '#web/results/evidence.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { WhoIsWhoButton } from '../cast/who-is-who-button.tsx';
import { recordingOf } from '../transcript/recording-of.ts';
import { ChapterTitle } from './chapter-title.tsx';
import { EveningIndex } from './evening-index.tsx';
import { EveningView } from './evening-view.tsx';
import { LastPassages } from './last-passages.tsx';
import { OwnWords } from './own-words.tsx';
import { ThreeQuestions } from './three-questions.tsx';
import { TimelinePicture } from './timeline-picture.tsx';
import { eveningActs, useKept } from './use-evening-acts.ts';
import { wordsOf } from './words-of.ts';

interface EveningPartProps {
  session: Session;
  analysis: Analysis;
  evening: Evening;
  access: EvidenceAccess;
}

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
  const kept = useKept(evening, useNotes(session.id).data);
  const canPlay = play !== null && words.isMeasured;
  return (
    <TimelinePicture
      {...words}
      evening={evening}
      kept={kept}
      lanes={lanes.data ?? null}
      heard={heard}
      canPlay={canPlay}
      onChoose={({ evidence, startMs }) => (canPlay ? play(startMs / 1000) : access.open?.(evidence))}
    />
  );
}

export function ChaptersPart({ session, analysis, evening, access }: EveningPartProps) {
  const { speakers, play } = useEveningSound(session, analysis);
  const notes = useNotes(session.id).data;
  const calls = useEveningCalls(session.id, analysis.id);
  const changes = useRecordChange(null, { revision: notes?.revision });
  const last: LastNotice = useRef(null);
  const kept = useKept(evening, notes);
  const sections = notes?.sections ?? [];
  const places = sections.filter(({ key, source }) => source !== 'analysis' && key !== keptSection.key);
  const acts = eveningActs(evening, calls, changes);
  const move = usePassageMove((passageId, place) => {
    const passage = evening.passages.find(({ id }) => id === passageId);
    if (passage !== undefined) acts.add(passage, place, !places.some(({ key }) => key === place.key));
  });
  return (
    <EveningView
      evening={evening}
      access={access}
      transcriptId={analysis.transcriptId}
      speakers={speakers}
      play={play}
      kept={kept}
      acts={acts}
      move={move}
      places={places}
      titleOf={(chapter, index) => (
        <ChapterTitle
          place={`chapter ${analysis.id} ${index}`}
          chapter={chapter}
          index={index}
          renaming={(title) => acts.renaming(index, title)}
          last={last}
        />
      )}
      withBox={(chapter, title, passages) => (
        <OwnWords
          place={`own-words ${session.id} ${chapter}`}
          chapter={chapter}
          title={title}
          sections={notes?.sections ?? null}
          calls={calls}
        >
          {passages}
        </OwnWords>
      )}
      notice={<ChangeNotice changes={changes} />}
      whoIsWho={<WhoIsWhoButton session={session}>Who is the game master?</WhoIsWhoButton>}
    />
  );
}

export function QuestionsPart({ session, analysis, evening, access }: EveningPartProps) {
  const { play } = useEveningSound(session, analysis);
  const notes = useNotes(session.id).data;
  const calls = useEveningCalls(session.id, analysis.id);
  if (notes === undefined) return <Skeleton label="Loading your notes" lines={1} />;
  return (
    <ThreeQuestions
      notes={notes}
      calls={calls}
      beside={
        <LastPassages
          {...wordsOf(access, [])}
          evening={evening}
          play={play}
          onOpen={(evidence) => access.open?.(evidence)}
        />
      }
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
