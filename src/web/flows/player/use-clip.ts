import { useEffect, useState } from 'react';
import type { PlayerPlace } from '#machines/player/player.setup.ts';
import { useHeard, usePlayer, usePlayFrom } from './use-player.ts';

/** Plays a part of a session's recording, and pauses where the part ends. */
export function useClip(): (place: PlayerPlace, part: { startMs: number; endMs: number }) => void {
  const { step, pause } = usePlayer();
  const playFrom = usePlayFrom();
  const [clip, setClip] = useState<{ sessionId: string; end: number } | null>(null);
  const isPast = useHeard(clip?.sessionId ?? '', (seconds) => (seconds >= (clip?.end ?? 0) ? 1 : 0)) === 1;
  const isOver = clip !== null && step === 'playing' && isPast;
  useEffect(() => {
    if (!isOver) return;
    pause();
    setClip(null);
  }, [isOver, pause]);
  return (place, { startMs, endMs }) => {
    setClip({ sessionId: place.sessionId, end: endMs / 1000 });
    playFrom(place, startMs / 1000);
  };
}
