import { useEffect, useState } from 'react';
import type { PlayerPlace } from '#machines/player/player.setup.ts';
import { useHeard, useIsPlaying, usePauseHearing, usePlayFrom } from './use-player.ts';

interface Clip {
  sessionId: string;
  end: number;
}

/** There is only one sound: only the last clip may pause it. */
let latest: Clip | null = null;

export function useClip(): (place: PlayerPlace, part: { startMs: number; endMs: number }) => void {
  const isPlaying = useIsPlaying();
  const pause = usePauseHearing();
  const playFrom = usePlayFrom();
  const [clip, setClip] = useState<Clip | null>(null);
  const isPast = useHeard(clip?.sessionId ?? '', (seconds) => (seconds >= (clip?.end ?? 0) ? 1 : 0)) === 1;
  const isOver = clip !== null && isPlaying && isPast;
  useEffect(() => {
    if (!isOver) return;
    if (clip === latest) pause();
    setClip(null);
  }, [isOver, clip, pause]);
  return (place, { startMs, endMs }) => {
    latest = { sessionId: place.sessionId, end: endMs / 1000 };
    setClip(latest);
    playFrom(place, startMs / 1000);
  };
}
