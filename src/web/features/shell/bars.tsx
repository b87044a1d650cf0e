import { PlayerPlace } from './player/player-place.tsx';
import { RecordingBar } from './recording/recording-bar.tsx';

/** What is heard and what is recorded, on every page. */
export function Bars() {
  return (
    <>
      <PlayerPlace />
      <RecordingBar />
    </>
  );
}
