import { type CSSProperties, useEffect, useMemo } from 'react';
import { Link } from 'wouter';
import type { HeardFile } from '#machines/player/player.setup.ts';
import { usePlayer, usePosition } from '#web/flows/player/use-player.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { clock } from '#web/ui/text.ts';
import { playerKey } from './player-keys.ts';
import { waveformPath } from './waveform-path.ts';
import '#web/ui/more-icons.ts';
import './player.css';

type Player = ReturnType<typeof usePlayer>;

export function PlayerBar() {
  const player = usePlayer();
  const { step, place, heard } = player;
  if (step === 'closed' || !place) return null;
  return (
    <section className="player" aria-label="Player">
      {heard ? <Controls {...player} heard={heard} /> : <State {...player} />}
      <p className="player-title">
        <Link
          href={campaignPath({ campaignId: place.campaignId, sessionId: place.sessionId, tab: 'transcript' })}
        >
          {place.title}
        </Link>
      </p>
      <Button className="player-close" kind="quiet" icon="close" iconOnly onClick={player.close}>
        Close the player
      </Button>
    </section>
  );
}

function State({ step, failure, retry }: Player) {
  switch (step) {
    case 'none':
      return <p className="player-state">This session has no recording to play.</p>;
    case 'deleted':
      return (
        <p className="player-state">
          The recording was deleted. The transcript and the notes are still here.
        </p>
      );
    case 'unmade':
    case 'unreachable':
    case 'unplayable':
      return (
        <div className="player-state player-failure">
          <p role="alert">{failure?.message ?? 'We couldn’t prepare the audio of this recording.'}</p>
          <Button onClick={retry}>Try again</Button>
        </div>
      );
    case 'preparing':
    case 'remaking':
      return (
        <p className="player-state" role="status">
          Preparing the audio. A long recording takes a minute or two …
        </p>
      );
    default:
      return (
        <p className="player-state" role="status">
          Loading the audio …
        </p>
      );
  }
}

function Controls(player: Player & { heard: HeardFile }) {
  const { step, heard, speed, skipsSilence } = player;
  const position = usePosition();
  const isPlaying = step === 'playing' || step === 'waiting';
  const toggle = isPlaying ? player.pause : player.play;
  const { seek } = player;

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = playerKey(event);
      if (key === null) return;
      event.preventDefault();
      if (key === 'toggle') toggle();
      else seek(position + key);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [toggle, seek, position]);

  return (
    <>
      <div className="player-buttons">
        <Button
          kind="quiet"
          icon={isPlaying ? 'pause' : 'play'}
          iconOnly
          aria-keyshortcuts="k"
          onClick={toggle}
        >
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        {step === 'waiting' ? (
          <span className="visually-hidden" role="status">
            Loading …
          </span>
        ) : null}
        {step === 'ended' ? (
          <span className="visually-hidden" role="status">
            End of the recording.
          </span>
        ) : null}
      </div>
      <Waveform heard={heard} position={position} onSeek={seek} />
      <p className="player-time">
        {clock(position)} <span className="muted">/ {clock(heard.durationSeconds)}</span>
      </p>
      <div className="player-options">
        <Button kind="quiet" onClick={player.changeSpeed}>
          {`Speed ${speed}×`}
        </Button>
        <Button kind="quiet" aria-pressed={skipsSilence} onClick={player.toggleSilence}>
          Skip silence
        </Button>
      </div>
    </>
  );
}

interface WaveformProps {
  heard: HeardFile;
  position: number;
  onSeek: (at: number) => void;
}

function Waveform({ heard: { peaks, durationSeconds }, position, onSeek }: WaveformProps) {
  const path = useMemo(() => waveformPath(peaks), [peaks]);
  const played: CSSProperties = { clipPath: `inset(0 ${100 - (position / durationSeconds) * 100}% 0 0)` };
  return (
    <div className="player-wave">
      <svg viewBox="0 0 200 40" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path className="player-ahead" d={path} />
        <path className="player-played" style={played} d={path} />
      </svg>
      <input
        type="range"
        min={0}
        max={Math.floor(durationSeconds)}
        step={1}
        value={Math.min(position, durationSeconds)}
        aria-label="Position in the recording"
        aria-valuetext={`${clock(position)} of ${clock(durationSeconds)}`}
        onChange={(event) => onSeek(Number(event.target.value))}
      />
    </div>
  );
}
