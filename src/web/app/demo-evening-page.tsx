import { useEffect, useState } from 'react';
import type { Evening, Evidence } from '#contract/analysis-result.ts';
import type { DetailLevel } from '#contract/common.ts';
import type { SessionLanes } from '#contract/sound-lanes.ts';
import { EveningIndex } from '#web/features/campaign/evening/evening-index.tsx';
import { EveningView } from '#web/features/campaign/evening/evening-view.tsx';
import { TimelinePicture } from '#web/features/campaign/evening/timeline-picture.tsx';
import { withEvening } from '#web/features/campaign/evening/with-evening.tsx';
import { wordsOf } from '#web/features/campaign/evening/words-of.ts';
import { demoSession } from '#web/pages/landing/demo-session.ts';
import { demoLineId, demoSetting, demoSoundId } from '#web/pages/landing/demo-setting.ts';
import { partsOf, ResultParts } from '#web/results/shown-parts.tsx';
import made from './demo-evenings.generated.json?raw';

export type DemoEvenings = Readonly<Record<DetailLevel, Evening>> & { lanes: SessionLanes };

const evenings: DemoEvenings = JSON.parse(made);
const { speakers } = demoSession.transcript;
const words = wordsOf(demoSetting, speakers);
const nothingKept: ReadonlySet<string> = new Set();

const soundOfDemo = (): HTMLAudioElement | null => {
  const sound = document.getElementById(demoSoundId);
  return sound instanceof HTMLAudioElement ? sound : null;
};

function play(seconds: number): void {
  const sound = soundOfDemo();
  if (sound === null) return;
  sound.currentTime = seconds;
  // A browser that refuses leaves the player paused there.
  sound.play().catch(() => {});
}

function open({ segmentIds, startMs }: Evidence): void {
  window.location.hash = demoLineId(segmentIds[0] ?? '');
  play(startMs / 1000);
}

/** In whole seconds; null while it is silent. */
function useHeardSecond(): number | null {
  const [heard, setHeard] = useState<number | null>(null);
  useEffect(() => {
    const sound = soundOfDemo();
    if (sound === null) return;
    const hear = () => setHeard(sound.paused ? null : Math.floor(sound.currentTime));
    const events = ['timeupdate', 'pause', 'ended'] as const;
    for (const event of events) sound.addEventListener(event, hear);
    return () => {
      for (const event of events) sound.removeEventListener(event, hear);
    };
  }, []);
  return heard;
}

/** As an analysis without a model shows it, to read and hear: nothing of it can be changed here. */
export function DemoEveningPage({ level }: { level: string }) {
  const heard = useHeardSecond();
  const shown = level === 'brief' ? 'brief' : 'comprehensive';
  const evening = evenings[shown];
  const parts = withEvening(partsOf(demoSession.results[shown], demoSetting), {
    timeline: (
      <TimelinePicture
        {...words}
        evening={evening}
        kept={nothingKept}
        lanes={evenings.lanes}
        heard={heard}
        canPlay
        onChoose={({ startMs }) => play(startMs / 1000)}
      />
    ),
    questions: null,
    chapters: (
      <EveningView
        evening={evening}
        access={{ ...demoSetting, open }}
        transcriptId={null}
        speakers={speakers}
        play={play}
        kept={nothingKept}
        acts={null}
      />
    ),
    index: <EveningIndex evening={evening} placeOf={words.placeOf} onJump={open} />,
    isWritten: false,
  });
  return <ResultParts parts={parts.filter(({ content }) => content !== null)} />;
}
