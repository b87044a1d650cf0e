import { PlayerPlace } from './player/player-place.tsx';
import { RecordingBar } from './recording/recording-bar.tsx';

/** The player and the recording in progress, on every page. */
export function Bars() {
  return (
    <>
      <PlayerPlace />
      <RecordingBar />
    </>
  );
}
